// A shift by the width.
#include <stdio.h>

int main(void) {
    unsigned one = 1, amount = 32;
    printf("%u\n", one << amount);
    return 0;
}
// ub: shift by 32 of a value of 32 bits at 6:24
// wrap: 1
