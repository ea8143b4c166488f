"""The words every other room speaks: errors, diagnostics, plans, the layout of a tree. Standard library only."""
