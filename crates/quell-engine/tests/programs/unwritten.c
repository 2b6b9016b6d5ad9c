/* A comparison of an uninitialised variable is undefined, even if no value could make it true. The neighbours of a bit-field
   may be uninitialised when it is compared. */
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
