"""Tables that are staged for one person: lessons and puzzles in the messages of a table, so that the page shows them as
games, and what each person has tried of the puzzles."""
