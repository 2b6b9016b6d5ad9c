// Shifts of all widths by every legal amount; rotations.
#include <stdint.h>
#include <stdio.h>

static uint32_t rotate_left(uint32_t v, unsigned n) { return v << (n & 31) | v >> (-n & 31); }
static uint64_t rotate_right(uint64_t v, unsigned n) { return v >> (n & 63) | v << (-n & 63); }

int main(void) {
    uint64_t all = 0;
    for (unsigned n = 0; n < 32; n++) {
        uint32_t u = 0x80000001u;
        int32_t s = -0x7edcba98;
        all = all * 31 + (u << n) + (u >> n) + (uint32_t)(s >> n) + rotate_left(u, n);
    }
    printf("%016llx\n", (unsigned long long)all);
    for (unsigned n = 0; n < 64; n++) {
        uint64_t u = 0x8000000000000001u;
        int64_t s = INT64_MIN + 12345;
        all = all * 31 + (u << n) + (u >> n) + (uint64_t)(s >> n) + rotate_right(u, n);
    }
    printf("%016llx\n", (unsigned long long)all);
    uint8_t b = 0xa5;
    int8_t c = -91;
    printf("%d %d %d %d\n", b << 4, (uint8_t)(b << 4), b >> 3, c >> 3);
    b <<= 3, c >>= 1;
    printf("%d %d\n", b, c);
    return 0;
}
// expect: fe2341f2a5d5cdee
// expect: 7d43b3aa8ba020dc
// expect: 2640 80 20 -12
// expect: 40 -46
