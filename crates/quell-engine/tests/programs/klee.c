/* Inputs declared by KLEE's functions. The verdicts of
   the mutants of the group symbmc are given at the end. */
#include <klee/klee.h>
#include <stdlib.h>

struct point {
    short x;
    unsigned char kind;
    _Bool known;
    float weight;
    int grid[2];
};

union either {
    int whole;
    char parts[4];
};

int main(void) {
    struct point point;
    unsigned char buf[3];
    klee_make_symbolic(&point, sizeof point, "point");
    klee_make_symbolic(buf, sizeof buf, "buf");
    klee_assume(point.x > -5);
    klee_prefer_cex(buf, buf[0] == 'a');
    if (point.x < -10) return 9;
    if (point.known && point.kind == 200 && point.weight > 1.5f && point.grid[1] == 77) return 1;
    if (buf[2] == 'q') return 2;
    return 0;
}

int ranged(void) {
    int within = klee_range(3, 7, "within");
    if (within < 3) return -1;
    if (within == 6) return 1;
    if (klee_int("any") == -31337) return 2;
    if (klee_choose(4) > 3) return 3;
    return 0;
}

static int kept[2];

int elsewhere(void) {
    union either either;
    klee_make_symbolic(kept, sizeof kept, "kept");
    klee_make_symbolic(&either, sizeof either, "either");
    return kept[1] > 5 && either.parts[3] == 9;
}

/* The number of bytes is known only at run time. */
int block(unsigned char n) {
    klee_assume(n > 0 && n < 4);
    unsigned char *bytes = malloc(n);
    klee_make_symbolic(bytes, n, "bytes");
    int is_found = *bytes == 99;
    free(bytes);
    return is_found;
}

int ends(int n) {
    if (n == 5) klee_silent_exit(3);
    if (n == 6) klee_abort();
    klee_assert(n != 7);
    return 0;
}

/* Padding between members is an input too. */
int padded(void) {
    struct {
        char first;
        int second;
    } pair;
    klee_make_symbolic(&pair, sizeof pair, "pair");
    return pair.first == 7 && ((unsigned char *)&pair)[1] > 5;
}

// main: 60 killed, 7 equivalent, 3 unreached
// ranged: 36 killed, 10 equivalent
// elsewhere: 22 killed
// block: 15 killed
// ends: 24 killed
// padded: 24 killed
