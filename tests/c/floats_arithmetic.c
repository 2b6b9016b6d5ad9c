// Float and double arithmetic bit for bit: rounding, signed zeros, infinities, NaN, denormals.
// flags: -ffp-contract=off
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t bits_f(float v) { uint32_t u; memcpy(&u, &v, 4); return v != v ? 0x7fc00000 : u; }
static uint64_t bits_d(double v) { uint64_t u; memcpy(&u, &v, 8); return v != v ? 0x7ff8000000000000 : u; }

static volatile float edges_f[] = {0.0f, -0.0f, 1.0f, -1.5f, 0x1p-149f, -0x1p-126f, 0x1.fffffep127f,
                                   INFINITY, -INFINITY, NAN, 0.1f, 16777217.0f, 3.0f};
static volatile double edges_d[] = {0.0, -0.0, 1.0, -1.5, 0x1p-1074, -0x1p-1022, 0x1.fffffffffffffp1023,
                                    INFINITY, -INFINITY, NAN, 0.1, 9007199254740993.0, 3.0};

int main(void) {
    for (int i = 0; i < 13; i++) {
        uint64_t row_f = 0, row_d = 0;
        for (int j = 0; j < 13; j++) {
            float a = edges_f[i], b = edges_f[j];
            double c = edges_d[i], d = edges_d[j];
            row_f = row_f * 31 + bits_f(a + b), row_f = row_f * 31 + bits_f(a - b);
            row_f = row_f * 31 + bits_f(a * b), row_f = row_f * 31 + bits_f(a / b);
            row_d = row_d * 31 + bits_d(c + d), row_d = row_d * 31 + bits_d(c - d);
            row_d = row_d * 31 + bits_d(c * d), row_d = row_d * 31 + bits_d(c / d);
            row_f = row_f * 64 + (a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != b) + 16 * (a > b) + 32 * (a >= b);
            row_d = row_d * 64 + (c < d) + 2 * (c <= d) + 4 * (c == d) + 8 * (c != d) + 16 * (c > d) + 32 * (c >= d);
        }
        printf("%016llx %016llx %08x %016llx\n", (unsigned long long)row_f, (unsigned long long)row_d,
               bits_f(-edges_f[i]), (unsigned long long)bits_d(-edges_d[i]));
    }
    float sum = 0;
    for (int i = 1; i < 1000; i++) sum += 1.0f / (float)i;
    double product = 1;
    for (int i = 1; i < 200; i++) product *= 1.0 + 1.0 / (i * i);
    printf("%08x %016llx\n", bits_f(sum), (unsigned long long)bits_d(product));
    float tiny = 1.0f;
    int halvings = 0;
    while (tiny > 0) tiny /= 2, halvings++;
    printf("%d\n", halvings);
    return 0;
}
// expect: 8f0c03cd41b152cb 5777d3a3883152cb 80000000 8000000000000000
// expect: 46cd07cd41b152cb 5777d3a3883152cb 00000000 0000000000000000
// expect: ffe0bba0b18abd8b 74ed3a697e69680b bf800000 bff0000000000000
// expect: 6b2328fc15c982cb 4858e4a8524982cb 3fc00000 3ff8000000000000
// expect: 1a213c6e99d96a0b 852f8254e0596a0b 80000001 8000000000000001
// expect: 757ed23023a7fd8b be9c523b2c1ea80b 00800000 0010000000000000
// expect: e9b2bef086cf20b8 9d39faaf38c5cb78 ff7fffff ffefffffffffffff
// expect: 75db36a2d1ec8e38 2f5d7faad1ec8e38 ff800000 fff0000000000000
// expect: ee790c0ee93152cb b68a4d16e93152cb 7f800000 7ff0000000000000
// expect: 31d654712bcf8208 76f6f4f52bcf8208 7fc00000 7ff8000000000000
// expect: 3673cadc653a4b8b b1645d0be575bb8b bdcccccd bfb999999999999a
// expect: 23badd5294b0d338 8b853a4b76a77db8 cb800000 c340000000000000
// expect: f87c23af244bd2e6 5b5a86b9cd2bd2e6 c0400000 c008000000000000
// expect: 40ef80d9 400d42f6ff90bbad
// expect: 150
