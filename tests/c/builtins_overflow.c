// Overflow builtins with mixed types and widths; carry chains; saturation by hand.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static volatile int minus = -5, large = INT_MAX;
static volatile unsigned u = 3000000000u;

int main(void) {
    int r;
    unsigned ur;
    signed char c;
    long long l;
    uint64_t w;
    __int128 x;
    printf("%d %d\n", __builtin_add_overflow(large, 1, &r), r);
    printf("%d %d\n", __builtin_sub_overflow(minus, large, &r), r);
    printf("%d %d\n", __builtin_mul_overflow(large, 2, &r), r);
    printf("%d %u\n", __builtin_add_overflow(u, u, &ur), ur);
    printf("%d %d\n", __builtin_add_overflow(minus, u, &r), r);
    printf("%d %d\n", __builtin_mul_overflow(large, minus, &c), c);
    printf("%d %lld\n", __builtin_mul_overflow(u, minus, &l), l);
    printf("%d %llx\n", __builtin_sub_overflow(3u, 5u, &w), (unsigned long long)w);
    printf("%d %llx\n", __builtin_mul_overflow(LLONG_MAX, LLONG_MAX, &x), (unsigned long long)(x >> 64));
    printf("%d\n", __builtin_mul_overflow(x, x, &x));
    unsigned long long carry, sum0 = __builtin_addcll(ULLONG_MAX, 1, 0, &carry), sum1 = __builtin_addcll(5, 6, carry, &carry);
    printf("%llu %llu %llu\n", sum0, sum1, carry);
    printf("%d %d\n", __builtin_add_overflow(large, 0, &r), __builtin_elementwise_add_sat((signed char)100, (signed char)100));
    printf("%d %u\n", __builtin_elementwise_sub_sat(INT_MIN, 1), __builtin_elementwise_sub_sat(1u, 2u));
    return 0;
}
// expect: 1 -2147483648
// expect: 1 2147483644
// expect: 1 -2
// expect: 1 1705032704
// expect: 1 -1294967301
// expect: 1 5
// expect: 0 -15000000000
// expect: 1 fffffffffffffffe
// expect: 0 3fffffffffffffff
// expect: 1
// expect: 0 12 0
// expect: 0 200
// expect: -2147483648 0
