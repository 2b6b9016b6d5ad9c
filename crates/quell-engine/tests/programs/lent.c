/* Local variables whose addresses are passed to external functions: the addresses differ from version to version, and are
   not observable. */
extern int rd(unsigned char *p, int n);

int limited(int n) {
    unsigned char x[4];
    if (n > 4) n = 4;
    rd(x, n);
    return n < 3;
}

int looked_at(int n) {
    unsigned char x[4] = {1, 2, 3, 4};
    if (n > 4 || n < 0) n = 3;
    if (rd(x + n, n) > 7) return 5;
    return n == 4 ? 0 : x[n];
}

int twice(int n) {
    int a = n, b = 2;
    if (n > 9) a = 9;
    rd((unsigned char *)&a, 1);
    return rd((unsigned char *)&b, 2) + a;
}
