/* Mutants that converge with the original in any state need no assumption; others need those that are given at the end. */
#include <quell.h>

unsigned char capped(unsigned char x, unsigned char y) {
    quell_assume(x < 200);
    unsigned char sum = x + y;
    return sum > 100 ? 100 : sum;
}

/* Nothing but the assumption makes the two comparisons the same. */
unsigned char compared(unsigned char x, unsigned char y) {
    quell_assume(x != y);
    if (x > y)
        return 1;
    return 0;
}

/* No valid input comes to the inner comparison; its mutant is equivalent all the same. */
unsigned char inner(unsigned char x, unsigned char y) {
    quell_assume(x < 10);
    if (x > 20)
        y = y > 5 ? 5 : y;
    return y;
}

/* The variable is zero wherever the comparison is executed. */
unsigned char constant(unsigned char x, unsigned char y) {
    quell_assume(x < 100);
    int power = 0;
    if (x < y)
        power = y - x;
    return power;
}

/* Here it is not. */
unsigned char variable(unsigned char x, unsigned char y) {
    quell_assume(x != y);
    int power = 0;
    if (x > 50)
        power = 3;
    if (x < y)
        power = y - x;
    return power;
}

/* The assumption is between the variable and the comparison. */
unsigned char between(unsigned char x, unsigned char y) {
    int power = 0;
    quell_assume(x != y);
    if (x > y)
        power = x - y + 1;
    return power;
}
