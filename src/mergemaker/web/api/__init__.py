"""What can be asked over HTTP, one module for each subject: its routes, which hand over to the rooms below and decide
nothing themselves. `app.py` lists the modules."""
