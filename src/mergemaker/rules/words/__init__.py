"""Everything that is said to a person about the game: sentences, questions, refusals, notation, offers and the aid."""
