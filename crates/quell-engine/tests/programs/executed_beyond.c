/* No buffer within the bounds is long enough for the second condition, but the tests of `whole` execute it. */
int leaf(const int *a, unsigned n)
{
    unsigned total = 0;
    for (unsigned i = 0; i < n; i++)
        total += (unsigned)a[i];
    if (n > 100)
        total += n > 50;
    return (int)(total & 7);
}

int whole(int x)
{
    int a[101] = {0};
    a[100] = x > 3;
    return leaf(a, 101);
}
