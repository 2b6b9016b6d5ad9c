// A difference that does not fit.
#include <stdio.h>

static long long difference(long long a, long long b) {
    return a - b;
}

int main(void) {
    printf("%lld\n", difference(-9223372036854775807LL, 2));
    return 0;
}
// ub: signed overflow in `-` at 5:14
// wrap: 9223372036854775807
