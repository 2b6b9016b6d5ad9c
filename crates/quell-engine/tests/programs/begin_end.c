/* With objects of their own, `b` and `e` are never equal: only null pointers are a valid input. */
int sum(const int *b, const int *e)
{
    int s = 0;
    while (b != e) {
        s += *b;
        b++;
    }
    return s;
}
