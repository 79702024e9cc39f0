"""How a database is reached, SQLite and PostgreSQL alike: its engine, its file and thread, one transaction at a time,
appends gathered into few commits, and rows turned into structs. What is asked of it stands in the stores beside."""
