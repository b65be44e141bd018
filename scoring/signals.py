"""What scoring tells whoever builds on it; sent inside the transaction of the change."""

from django.dispatch import Signal

# A result counts from now on: `play`, `result`, `actor`.
result_accepted = Signal()
