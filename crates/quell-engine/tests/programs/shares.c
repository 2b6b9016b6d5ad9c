/* Two functions with mutants that cannot be decided in a few seconds, and one with fewer, easy mutants. */

/* No product of two large factors is this prime; a solver takes long to prove that. */
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
