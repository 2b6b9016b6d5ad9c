/* Euclid by subtraction, which gives up after a hundred iterations: only an input with a 0 reaches that limit. */
int divisor(unsigned char a, unsigned char b) {
    int n = 0;
    while (1) {
        if (a == b)
            break;
        if (a > b)
            a -= b;
        else
            b -= a;
        if (++n > 100)
            return -1;
    }
    return a + n;
}
