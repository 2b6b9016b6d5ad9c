/* What is assumed bounds the inputs of the original, and says nothing to a mutant. What becomes of
   mutants of the group symbmc stands at the end. */
#include <quell.h>

/* Without the assumption the check can be seen. */
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

/* What a function that is called assumes holds of the inputs of its callers. */
int outer(signed char n) {
    return inner(n) + 1;
}

/* The mutant comes to the assumption with other values, which does not matter. */
int before(unsigned char n) {
    unsigned char m = n + 1;
    quell_assume(m > n);
    return m;
}

// checked: 25 killed, 3 equivalent, 2 unreached
// outer: 9 killed
// inner: 13 killed, 1 equivalent, 2 unreached
// before: 12 killed
