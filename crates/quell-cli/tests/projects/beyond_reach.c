/* The condition needs more elements than the bound on buffers. */
int sum(const int *a, unsigned n)
{
    unsigned total = 0;
    for (unsigned i = 0; i < n; i++)
        total += (unsigned)a[i];
    if (n > 100)
        total = total / 3 + n;
    return (int)(total & 7);
}

/* The second condition never holds. */
int never(unsigned char n)
{
    if (n > 10 && n < 5)
        return n + 1;
    return 0;
}
