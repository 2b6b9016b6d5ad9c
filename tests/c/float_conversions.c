// Conversions between floats and integers at the edges of their ranges; float to double and back.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void f(float v) { uint32_t u; memcpy(&u, &v, 4); printf("%08x ", u); }
static void d(double v) { uint64_t u; memcpy(&u, &v, 8); printf("%016llx ", (unsigned long long)u); }

static volatile int64_t ints[] = {0, 1, -1, 16777216, 16777217, 16777219, -16777217, 9007199254740993, INT64_MAX,
                                  INT64_MIN, 0x7fffff8000000000, 0x7fffffbfffffffff, 0x7fffffc000000000};
static volatile uint64_t unsigneds[] = {UINT64_MAX, UINT64_MAX - 1023, 1ull << 63, (1ull << 63) + 1025, 4294967295u,
                                        0xfffffffffffff400, 0xfffffffffffffbff};
static volatile double doubles[] = {0.0, -0.0, 0.99999, -0.99999, 2147483647.9, -2147483648.9, 1e-300, 1e300,
                                    0x1.fffffefffffffp127, 0x1.ffffffp127, 0x1p-149, 0x1p-150, 0x1.8p-150};

int main(void) {
    for (int i = 0; i < 13; i++) f((float)ints[i]), d((double)ints[i]), printf("\n");
    for (int i = 0; i < 7; i++) f((float)unsigneds[i]), d((double)unsigneds[i]), printf("\n");
    for (int i = 0; i < 13; i++) f((float)doubles[i]), d((float)doubles[i]), printf("\n");
    for (int i = 0; i < 6; i++) printf("%d %lld ", (int)doubles[i], (long long)doubles[i]);
    volatile double large = 18446744073709549568.0, two63 = 9223372036854775808.0;
    volatile float fl = 18446742974197923840.0f, negative = -0.75f;
    printf("\n%llu %llu %llu %u %d\n", (unsigned long long)large, (unsigned long long)two63, (unsigned long long)fl,
           (unsigned)4294967040.0f, (signed char)-128.99);
    printf("%u %d\n", (unsigned)negative, (int)(char)65.9);
    return 0;
}
// expect: 00000000 0000000000000000
// expect: 3f800000 3ff0000000000000
// expect: bf800000 bff0000000000000
// expect: 4b800000 4170000000000000
// expect: 4b800000 4170000010000000
// expect: 4b800002 4170000030000000
// expect: cb800000 c170000010000000
// expect: 5a000000 4340000000000000
// expect: 5f000000 43e0000000000000
// expect: df000000 c3e0000000000000
// expect: 5effffff 43dfffffe0000000
// expect: 5effffff 43dffffff0000000
// expect: 5f000000 43dffffff0000000
// expect: 5f800000 43f0000000000000
// expect: 5f800000 43f0000000000000
// expect: 5f000000 43e0000000000000
// expect: 5f000000 43e0000000000001
// expect: 4f800000 41efffffffe00000
// expect: 5f800000 43effffffffffffe
// expect: 5f800000 43efffffffffffff
// expect: 00000000 0000000000000000
// expect: 80000000 8000000000000000
// expect: 3f7fff58 3fefffeb00000000
// expect: bf7fff58 bfefffeb00000000
// expect: 4f000000 41e0000000000000
// expect: cf000000 c1e0000000000000
// expect: 00000000 0000000000000000
// expect: 7f800000 7ff0000000000000
// expect: 7f7fffff 47efffffe0000000
// expect: 7f800000 7ff0000000000000
// expect: 00000001 36a0000000000000
// expect: 00000000 0000000000000000
// expect: 00000001 36a0000000000000
// expect: 0 0 0 0 0 0 0 0 2147483647 2147483647 -2147483648 -2147483648
// expect: 18446744073709549568 9223372036854775808 18446742974197923840 4294967040 -128
// expect: 0 65
