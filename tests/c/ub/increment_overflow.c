// ++ past the end, inside a loop.
#include <stdio.h>

int main(void) {
    int n = 2147483640, rounds = 0;
    while (rounds < 20) {
        rounds++;
        n++;
    }
    printf("%d\n", n);
    return 0;
}
// ub: signed overflow in `+` at 8:10
// wrap: -2147483636
