"""What the demo's games came to."""
