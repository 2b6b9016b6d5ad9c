// texts of: mothra:DSA, extended:CNS
// Initialisers: of variables that are not const, in bit-fields, and in lists without inner braces.
struct packed {
    unsigned low : 3;
    int high : 5;
    unsigned wide : 9;
};

static int counter = 5;
int table[2][2] = {1, 2, 3, 4};
struct packed first = {1, -2, 300};

int count(int a) {
    counter += a;
    return counter;
}

int entry(unsigned i) { return table[i & 1][i / 2 & 1]; }

int fields(int a) {
    first.low += a;
    return first.low + 10 * first.high + first.wide;
}

int kept(int a) {
    static int seen = 7;
    seen += a;
    return seen;
}

int flat(unsigned i, int a) {
    int own[2][2] = {a, 2, 3 + a, 4};
    return own[i & 1][i / 2 & 1];
}

int bits(int a) {
    struct packed own = {3, a, 17};
    return own.low + own.high + own.wide;
}

int named(int a) {
    struct packed own = {.wide = a, .low = 5};
    return own.low - own.high * own.wide;
}
