/* Labels, with the number of paths that each exploration follows, counted by hand: DSE(P), DSE(P'), DSE(P*), DSE*(P*). */
#include <quell.h>

// straight: none 1 direct 8 tight 4 tight-idl 4
int straight(int a, int b, int c) {
    quell_label(a == 7, 1, "T");
    quell_label(b == 7, 2, "T");
    quell_label(c == 7, 3, "T");
    return 0;
}

// ordered: none 1 direct 4 tight 4 tight-idl 2
int ordered(int a) {
    quell_label(a > 3, 4, "T");
    quell_label(a > 2, 5, "T");
    quell_label(a > 1, 6, "T");
    return 0;
}

// branching: none 2 direct 6 tight 6 tight-idl 5
int branching(int a, int b) {
    int x = 0;
    if (a > 0) {
        quell_label(b == 1, 7, "T");
        x = 1;
    } else {
        quell_label(b == 2, 8, "T");
    }
    quell_label(b == 3, 9, "T");
    return x;
}

// looping: none 1 direct 2 tight 4 tight-idl 2
int looping(int a) {
    int n = 0;
    for (int i = 0; i < 3; i++) {
        quell_label(a == 5, 10, "T");
        n += i;
    }
    return n;
}

// never: none 1 direct 1 tight 1 tight-idl 1
int never(int a) {
    quell_label((a > 3) & (a < 2), 11, "T");
    return 0;
}

// implied: none 2 direct 2 tight 3 tight-idl 2
int implied(int a) {
    if (a < 10)
        return 0;
    quell_label(a > 5, 12, "T");
    return 1;
}

/* A condition of the paper's figure 1: both atomic conditions, each with both values. */
// figure1: none 3 direct 4 tight 7 tight-idl 5
int figure1(int x, int y, int a, int b) {
    quell_label(x == y, 13, "CC");
    quell_label(x != y, 14, "CC");
    quell_label(a < b, 15, "CC");
    quell_label(a >= b, 16, "CC");
    if (x == y && a < b)
        return 1;
    return 0;
}

/* The label is met, but what follows is undefined: only the other inputs of the path count. */
// divided: none 2 direct 4 tight 3 tight-idl 3
int divided(int a, int b) {
    quell_label(b < 2, 17, "T");
    if (a == 3)
        return 1;
    return 6 / b;
}
