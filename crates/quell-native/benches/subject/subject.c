/* The subject of the bench: comparisons, arithmetic and a loop. */
int classify(int a, int b, int c) {
    int kind = 0;
    if (a <= 0 || b <= 0 || c <= 0)
        return -1;
    if (a + b <= c || a + c <= b || b + c <= a)
        return 0;
    if (a == b)
        kind = kind + 1;
    if (b == c)
        kind = kind + 2;
    if (a == c)
        kind = kind + 4;
    int rest = a;
    while (b % rest != 0 && rest > 1)
        rest = rest - 1;
    for (int i = 0; i < c; i++)
        kind = kind + (i * rest) % 7;
    return kind;
}
