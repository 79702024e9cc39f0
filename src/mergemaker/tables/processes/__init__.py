"""Work that would hold up the event loop, in processes that can be ended: strangers' files and reviews, with those who
ask for them. Loading the rules before anybody plays is here too. Bots have a room of their own, `botpool`."""
