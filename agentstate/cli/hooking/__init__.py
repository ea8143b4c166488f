"""`agentstate hook`: what an agent calls for each of its events. Everything here is light but what a message and a snapshot need."""
