"""What is shown of a game and what can be chosen, as text: the board, the decision with its choices, how a game came
out, columns and charts. Nothing here knows the screen that shows it, so plain mode uses it as well."""
