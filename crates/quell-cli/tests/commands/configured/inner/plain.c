int positive(int points) { return points > 0; }
