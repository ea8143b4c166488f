"""What a recovery message holds of what an agent did next, measured over recorded sessions, without a model."""
