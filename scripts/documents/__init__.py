"""The reference pages of the documents site, made from the program itself, and the hooks that MkDocs calls."""
