"""The languages of the message, one module each; `wording.WORDINGS` is their table."""
