"""What somebody could try who wants to break the program: seeded, a few tries in the tests, many by a command (`python -m tests.hostile`)."""
