// The remainder of the smallest long by -1 traps on the processor too.
#include <limits.h>
#include <stdio.h>

int main(void) {
    volatile long a = LONG_MIN, b = -1;
    printf("%ld\n", a % b);
    return 0;
}
// ub: the quotient of `%` does not fit: smallest value divided by -1 at 7:23
