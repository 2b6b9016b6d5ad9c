// abs of the smallest int.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    volatile int n = INT_MIN;
    int a = abs(n);
    printf("%d\n", a);
    return 0;
}
// ub: signed overflow in `abs` at 8:13
// wrap: -2147483648
