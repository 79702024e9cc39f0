"""Looking ahead: descents through worlds that fit a view, and the tree that they grow."""
