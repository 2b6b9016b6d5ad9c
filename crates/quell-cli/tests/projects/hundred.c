/* A cheap loop with more iterations than the initial unwinding bound. */
unsigned hundred(unsigned char x) {
    unsigned sum = 0;
    for (int i = 0; i < 100; i++)
        sum += x;
    return sum;
}
