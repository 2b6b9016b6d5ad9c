// A shift by a negative amount.
#include <stdio.h>

int main(void) {
    int value = 8, amount = -1;
    int r = value >> amount;
    printf("%d\n", r);
    return 0;
}
// ub: shift by -1 of a value of 32 bits at 6:19
// wrap: 0
