"""What the database keeps: the tables of each room as they are today, their rows as plain structs, and the migrations
that bring an older database up to them. Queries stand in the stores, one for each room."""
