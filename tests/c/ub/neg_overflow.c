// The smallest int has no negative.
#include <limits.h>
#include <stdio.h>

int main(void) {
    volatile int n = INT_MIN;
    printf("%d\n", -n);
    return 0;
}
// ub: signed overflow in `-` at 7:20
// wrap: -2147483648
