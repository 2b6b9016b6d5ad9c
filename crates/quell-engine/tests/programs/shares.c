/* Two functions with mutants that nobody decides in a few seconds, and one with fewer that are easy. */

/* No product of two large factors is this prime; that takes long to find out. */
int hard(unsigned long x, unsigned long y) {
    x &= 0xffffffff;
    y &= 0xffffffff;
    if (x > 1 && y > 1 && x * y == 9223372036854775783u)
        return 1;
    return 0;
}

int hard_too(unsigned long x, unsigned long y) {
    x &= 0xffffffff;
    y &= 0xffffffff;
    if (x > 1 && y > 1 && x * y == 9223372036854775643u)
        return 1;
    return 0;
}

int easy(int x) { return x < 7; }
