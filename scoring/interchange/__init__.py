"""Files of other programs to values: USEBIO, PBN and CSV."""
