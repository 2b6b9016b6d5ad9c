// The smallest int divided by -1.
#include <limits.h>
#include <stdio.h>

int main(void) {
    volatile int a = INT_MIN, b = -1;
    printf("%d\n", a / b);
    return 0;
}
// ub: the quotient of `/` does not fit: smallest value divided by -1 at 7:22
