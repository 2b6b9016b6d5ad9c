/* Mutants read in front of the buffer, where only Quell's placement has bytes with known values. */
int total(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] & 7;
    return s;
}
