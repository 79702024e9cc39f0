"""How messages come and go: connections and how many there may be, WebSockets from the frame to the struct and back,
limits on how often, and the way from one process of a server to the others."""
