"""Law 78B: the scale of international matchpoints."""

from bisect import bisect_left

#: The largest difference that is still worth so many IMPs: 10 is worth 0, 40 is worth 1, and so on up to 24.
LIMITS = (
    *(10, 40, 80, 120, 160, 210, 260, 310, 360, 420, 490, 590),
    *(740, 890, 1090, 1290, 1490, 1740, 1990, 2240, 2490, 2990, 3490, 3990),
)


def imps(difference: int, cap: int | None = None) -> int:
    """IMPs for a difference in points, with its sign; at most `cap` where the regulation limits a swing."""
    value = bisect_left(LIMITS, abs(difference))
    if cap is not None:
        value = min(value, cap)
    return value if difference >= 0 else -value
