/* A comparison function of qsort: the buffer behind `void *` has the alignment of malloc. */
int compare(const void *a, const void *b)
{
    int x = *(const int *)a;
    int y = *(const int *)b;
    return (x > y) - (x < y);
}
