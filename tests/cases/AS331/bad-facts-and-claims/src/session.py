class Session:
    def close(self):
        """Frees the lock."""


LIMITS = 3
