"""PBN 2.1: results, hands, auctions and play of every kind of program that writes it."""
