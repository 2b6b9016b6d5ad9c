/* A table that is too large for terms: functions that do not access it are decided, and for those that do, the reason
   names the table. Smaller tables are set up quickly. */

static int huge[100000] = {1, 2, 3};
static const unsigned short squares[4096] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, [4095] = 65535};

int clipped(int n) {
    if (n > 9)
        n = 9;
    return n < 0 ? 0 : n;
}

int square(unsigned n) {
    return n < 10 ? squares[n] : -1;
}

int kept(unsigned n, int value) {
    if (n >= 100000)
        return -1;
    int old = huge[n];
    huge[n] = value > 7 ? 7 : value;
    return old;
}

/* An address far before an object is outside all objects, natively and in proofs. */
int is_before(const char *text, long distance) {
    const char *end = text + (distance < 0 ? 1 : distance);
    return text < end;
}
