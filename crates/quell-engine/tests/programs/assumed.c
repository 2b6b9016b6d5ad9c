/* An assumption restricts the inputs of the original, and has no effect in a mutant. The verdicts of
   the mutants of the group symbmc are given at the end. */
#include <quell.h>

/* Without the assumption the check is observable. */
int checked(signed char part, signed char whole) {
    quell_assume(whole > 0 && part >= 0 && part <= whole);
    if (part > whole)
        return -1;
    return part * 100 / whole;
}

static int inner(signed char n) {
    quell_assume(n != 7);
    return n == 7 ? 1 : n;
}

/* The assumption of a callee restricts the inputs of its callers. */
int outer(signed char n) {
    return inner(n) + 1;
}

/* A mutant may violate the assumption. */
int before(unsigned char n) {
    unsigned char m = n + 1;
    quell_assume(m > n);
    return m;
}

// checked: 25 killed, 3 equivalent, 2 unreached
// outer: 9 killed
// inner: 13 killed, 1 equivalent, 2 unreached
// before: 12 killed
