"""What goes over the wire: every message over a socket, every form over HTTP, and refusals with their codes. What
makes them stands beside; people and clubs have forms of their own."""
