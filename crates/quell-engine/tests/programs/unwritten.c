/* A variable that nobody writes is compared with a number: that no value would be smaller does not make it one. Of a
   bit-field's neighbours nothing needs to be known to compare it. */
extern int rd(int *p);

int unwritten(int a) {
    int x;
    rd(&x);
    return a > x;
}

struct flags {
    unsigned low : 3, rest : 13;
    signed sign : 5;
};

int written_in_part(int a) {
    struct flags flags;
    flags.sign = a & 7;
    return flags.sign < 0 ? 9 : flags.sign - 4 > 0;
}
