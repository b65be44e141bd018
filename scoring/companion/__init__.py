"""Programs that run beside Tenace on somebody else's computer: each is one file that needs nothing but Python."""
