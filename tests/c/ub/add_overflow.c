// A sum that does not fit, and its position.
#include <limits.h>
#include <stdio.h>

int main(void) {
    int a = INT_MAX, b = 1;
    puts("before");
    int c = a + b;
    printf("%d\n", c);
    return 0;
}
// expect: before
// ub: signed overflow in `+` at 8:15
// wrap: before
// wrap: -2147483648
