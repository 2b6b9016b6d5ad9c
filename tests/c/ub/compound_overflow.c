// A compound assignment that overflows in its addition.
#include <stdio.h>

int main(void) {
    long total = 1;
    for (int i = 0; i < 70; i++)
        total += total;
    printf("%ld\n", total);
    return 0;
}
// ub: signed overflow in `+` at 7:15
// wrap: 0
