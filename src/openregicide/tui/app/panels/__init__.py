"""What a table is drawn from: lines for the space there is."""
