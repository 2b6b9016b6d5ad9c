// Division and remainder: signs, constants that become multiplications, powers of two.
#include <limits.h>
#include <stdio.h>

static volatile int seven = 7, minus_seven = -7, two = 2;

int main(void) {
    printf("%d %d %d %d\n", seven / two, minus_seven / two, seven / -two, minus_seven / -two);
    printf("%d %d %d %d\n", seven % two, minus_seven % two, seven % -two, minus_seven % -two);
    int values[] = {0, 1, -1, 5, -5, 99, -100, INT_MAX, INT_MIN, INT_MIN + 1};
    for (int i = 0; i < 10; i++) {
        int v = values[i];
        printf("%d %d %d %d %d %d\n", v / 3, v % 3, v / 8, v % 8, v / -10, v % 1000);
        unsigned u = (unsigned)v;
        printf("%u %u %u %u\n", u / 3, u % 3, u / 10, u % 7);
        long long w = (long long)v * 1000003;
        printf("%lld %lld %lld\n", w / 7, w % 1000000007, w / (1LL << 33));
    }
    printf("%d %lld\n", INT_MIN / seven, LLONG_MIN / minus_seven);
    return 0;
}
// expect: 3 -3 -3 3
// expect: 1 -1 1 -1
// expect: 0 0 0 0 0 0
// expect: 0 0 0 0
// expect: 0 0 0
// expect: 0 1 0 1 0 1
// expect: 0 1 0 1
// expect: 142857 1000003 0
// expect: 0 -1 0 -1 0 -1
// expect: 1431655765 0 429496729 3
// expect: -142857 -1000003 0
// expect: 1 2 0 5 0 5
// expect: 1 2 0 5
// expect: 714287 5000015 0
// expect: -1 -2 0 -5 0 -5
// expect: 1431655763 2 429496729 6
// expect: -714287 -5000015 0
// expect: 33 0 12 3 -9 99
// expect: 33 0 9 1
// expect: 14142899 99000297 0
// expect: -33 -1 -12 -4 10 -100
// expect: 1431655732 0 429496719 2
// expect: -14285757 -100000300 0
// expect: 715827882 1 268435455 7 -214748364 647
// expect: 715827882 1 214748364 1
// expect: 306784298492991 74418511 250000
// expect: -715827882 -2 -268435456 0 214748364 -648
// expect: 715827882 2 214748364 2
// expect: -306784298635849 -75418514 -250000
// expect: -715827882 -1 -268435455 -7 214748364 -647
// expect: 715827883 0 214748364 3
// expect: -306784298492991 -74418511 -250000
// expect: -306783378 1317624576693539401
