"""The one root of every failure that is expected to happen."""


class AgentStateError(Exception):
    """Something the user or the environment must mend; reaches the user as one line and ends the command.

    `message` says what is wrong (with file and line where there is one), `hint` what to do about it.
    `exit_code` is 1 for findings and refusals, 2 for what must be mended before the command can run.
    """

    def __init__(self, message: str, hint: str = "", exit_code: int = 2) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.exit_code = exit_code
