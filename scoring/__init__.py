"""What was played: results, adjustments, scores and standings."""
