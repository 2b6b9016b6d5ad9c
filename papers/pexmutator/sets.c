/* Sets: the number of ordered choices. */

/* How many ordered choices of r out of n elements there are; -1 if that is no sensible question. */
int permutations(int n, int r) {
    if (n < 0 || n > 12)
        return -1;
    if (r < 0 || r > n)
        return -1;
    int count = 1;
    for (int left = n; left > n - r; left--)
        count = count * left;
    return count;
}
