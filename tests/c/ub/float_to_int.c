// A float too large for int.
#include <stdio.h>

int main(void) {
    float f = 3e9f;
    unsigned fine = (unsigned)f;
    printf("%u\n", fine);
    int bad = (int)f;
    printf("%d\n", bad);
    return 0;
}
// expect: 3000000000
// ub: a floating-point value out of the range of the integer type it is converted to at 8:15
// wrap: 3000000000
// wrap: -2147483648
