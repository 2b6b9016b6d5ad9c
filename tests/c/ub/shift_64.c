// 64 is too far for a long, 63 is not.
#include <stdio.h>

int main(void) {
    unsigned long v = 5;
    for (unsigned n = 62; n < 70; n++)
        printf("%lx\n", v << n);
    return 0;
}
// expect: 4000000000000000
// expect: 8000000000000000
// ub: shift by 64 of a value of 64 bits at 7:27
// wrap: 4000000000000000
// wrap: 8000000000000000
// wrap: 5
// wrap: a
// wrap: 14
// wrap: 28
// wrap: 50
// wrap: a0
