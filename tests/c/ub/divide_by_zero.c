// Division by zero.
#include <stdio.h>

static int ratio(int a, int b) {
    return a / b;
}

int main(void) {
    printf("%d\n", ratio(10, 5));
    printf("%d\n", ratio(10, 0));
    return 0;
}
// expect: 2
// ub: division by zero in `/` at 5:14
