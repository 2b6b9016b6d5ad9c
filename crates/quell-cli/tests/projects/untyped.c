/* A comparator of qsort: what `void *` points to is aligned as malloc aligns it. */
int compare(const void *a, const void *b)
{
    int x = *(const int *)a;
    int y = *(const int *)b;
    return (x > y) - (x < y);
}
