/* Calls an external function whose result is wider than a register. */
__int128 product(long a, long b);

long low(long n) { return (long)product(n, n) + 1; }
