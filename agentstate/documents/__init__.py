"""One module per kind of file: text to model and back, with positions. No module here reads a file."""
