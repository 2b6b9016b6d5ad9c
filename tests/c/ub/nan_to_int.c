// NaN has no integer.
#include <stdio.h>

int main(void) {
    volatile double zero = 0;
    double nan = zero / zero;
    printf("%ld\n", (long)nan);
    return 0;
}
// ub: a floating-point value out of the range of the integer type it is converted to at 7:21
// wrap: -9223372036854775808
