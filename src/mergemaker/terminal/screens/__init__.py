"""The screens of the terminal's app, one file each."""
