// 80-bit long double: arithmetic, conversions, memory layout, comparison.
#include <math.h>
#include <stdio.h>
#include <string.h>

static void show(long double v) {
    unsigned char b[16] = {0};
    memcpy(b, &v, 10);
    for (int i = 9; i >= 0; i--) printf("%02x", b[i]);
    printf(" ");
}

static volatile long double values[] = {0, -0.0L, 1, -3, 0.1L, 1e4000L, 1e-4940L, 0x1p-16445L, 18446744073709551615.0L,
                                        0x1.8p63L};

int main(void) {
    for (int i = 0; i < 10; i++) {
        long double a = values[i];
        show(a + 1), show(a * 3), show(a / 7), show(a - 0.1L), show(-a);
        printf("%d%d%d\n", a < 1, a == 0, a > 1e3000L);
    }
    show((long double)0.1), show((long double)0.1f), show((long double)-123456789012345678LL);
    printf("\n%.17g %.9g %lld %llu\n", (double)values[4], (double)(float)values[4], (long long)(values[3] * 1e15L),
           (unsigned long long)values[8]);
    show((long double)(double)values[4]), show((double)values[5]), show((float)values[6]);
    printf("\n%Lg %.25Lf %Le %La\n", values[4], values[4], values[5], values[3]);
    long double sum = 0;
    for (int i = 1; i <= 100; i++) sum += 1.0L / i;
    show(sum);
    printf("%zu %zu\n", sizeof sum, _Alignof(long double));
    return 0;
}
// expect: 3fff8000000000000000 00000000000000000000 00000000000000000000 bffbcccccccccccccccd 80000000000000000000 110
// expect: 3fff8000000000000000 80000000000000000000 80000000000000000000 bffbcccccccccccccccd 00000000000000000000 110
// expect: 40008000000000000000 4000c000000000000000 3ffc9249249249249249 3ffee666666666666666 bfff8000000000000000 000
// expect: c0008000000000000000 c0029000000000000000 bffddb6db6db6db6db6e c000c666666666666666 4000c000000000000000 100
// expect: 3fff8ccccccccccccccd 3ffd999999999999999a 3ff8ea0ea0ea0ea0ea0f 00000000000000000000 bffbcccccccccccccccd 100
// expect: 73e6d1ba8323fe558c61 73e89d4be25afec02949 73e3efb095dffe18a06f 73e6d1ba8323fe558c61 f3e6d1ba8323fe558c61 001
// expect: 3fff8000000000000000 0000000000132976ab26 000000000000e997efc5 bffbcccccccccccccccd 80000000000663278e62 100
// expect: 3fff8000000000000000 00000000000000000003 00000000000000000000 bffbcccccccccccccccd 80000000000000000001 100
// expect: 403f8000000000000000 4040bfffffffffffffff 403c9249249249249249 403effffffffffffffff c03effffffffffffffff 000
// expect: 403ec000000000000001 40409000000000000000 403bdb6db6db6db6db6e 403ec000000000000000 c03ec000000000000000 000
// expect: 3ffbccccccccccccd000 3ffbcccccd0000000000 c037db4da5d31879a700
// expect: 0.10000000000000001 0.100000001 -3000000000000000 18446744073709551615
// expect: 3ffbccccccccccccd000 7fff8000000000000000 00000000000000000000
// expect: 0.1 0.1000000000000000000013553 1.000000e+4000 -0xcp-2
// expect: 4001a5feff22c89214b4 16 16
