"""Looking after a database: checks, copies, and saving what is sound."""
