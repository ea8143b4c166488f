"""What a message holds for going on: sessions that are made up and of which all is known, and recorded ones where there are some."""
