"""What can be told from a text by rules alone: definitions in code, what somebody said, and credentials to take out."""
