/* Calls what nobody defines, and returns more than a register holds. */
__int128 product(long a, long b);

long low(long n) { return (long)product(n, n) + 1; }
