"""What a ruling says, read and checked: its auction, its adjusted score, its penalties. Nothing is written."""
