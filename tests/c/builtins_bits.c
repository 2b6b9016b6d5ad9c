// Bit-counting and byte-swapping builtins at all widths.
#include <stdint.h>
#include <stdio.h>

static volatile uint64_t values[] = {1, 2, 0x80, 0x8000, 0x12345678, 0x80000000u, 0xffffffffu, 0x123456789abcdef0u, UINT64_MAX, 1ull << 63};

int main(void) {
    for (int i = 0; i < 10; i++) {
        uint64_t v = values[i];
        uint32_t w = (uint32_t)v;
        printf("%d %d %d %d %d ", __builtin_clzll(v), __builtin_ctzll(v), __builtin_popcountll(v), __builtin_parityll(v), __builtin_ffsll((long long)v));
        if (w) printf("%d %d ", __builtin_clz(w), __builtin_ctz(w));
        printf("%d %d %d ", __builtin_popcount(w), __builtin_ffs((int)w), __builtin_clrsb((int)w));
        printf("%04x %08x %016llx ", __builtin_bswap16((uint16_t)v), __builtin_bswap32(w), (unsigned long long)__builtin_bswap64(v));
        printf("%02x %04x %08x %016llx\n", __builtin_bitreverse8((uint8_t)v), __builtin_bitreverse16((uint16_t)v),
               __builtin_bitreverse32(w), (unsigned long long)__builtin_bitreverse64(v));
        printf("%02x %04x %08x %016llx\n", __builtin_rotateleft8((uint8_t)v, 3), __builtin_rotateright16((uint16_t)v, 5),
               __builtin_rotateleft32(w, (unsigned)i * 7), (unsigned long long)__builtin_rotateright64(v, (unsigned)i * 13));
    }
    return 0;
}
// expect: 63 0 1 1 1 31 0 1 1 30 0100 01000000 0100000000000000 80 8000 80000000 8000000000000000
// expect: 08 0800 00000001 0000000000000001
// expect: 62 1 1 1 2 30 1 1 2 29 0200 02000000 0200000000000000 40 4000 40000000 4000000000000000
// expect: 10 1000 00000100 0010000000000000
// expect: 56 7 1 1 8 24 7 1 8 23 8000 80000000 8000000000000000 01 0100 01000000 0100000000000000
// expect: 04 0004 00200000 0000200000000000
// expect: 48 15 1 1 16 16 15 1 16 15 0080 00800000 0080000000000000 00 0001 00010000 0001000000000000
// expect: 00 0400 00000010 0000010000000000
// expect: 35 3 13 1 4 3 3 13 4 2 7856 78563412 7856341200000000 1e 1e6a 1e6a2c48 1e6a2c4800000000
// expect: c3 c2b3 81234567 0000012345678000
// expect: 32 31 1 1 32 0 31 1 32 0 0000 00000080 0000008000000000 00 0000 00000001 0000000100000000
// expect: 00 0000 00000004 0000000040000000
// expect: 32 0 32 0 1 0 0 32 1 31 ffff ffffffff ffffffff00000000 ff ffff ffffffff ffffffff00000000
// expect: ff ffff ffffffff fffc00000003ffff
// expect: 3 4 32 0 5 0 4 19 5 0 f0de f0debc9a f0debc9a78563412 0f 0f7b 0f7b3d59 0f7b3d591e6a2c48
// expect: 87 86f7 bde13579 579bde02468acf13
// expect: 0 0 64 0 1 0 0 32 1 31 ffff ffffffff ffffffffffffffff ff ffff ffffffff ffffffffffffffff
// expect: ff ffff ffffffff ffffffffffffffff
// expect: 0 63 1 1 64 0 0 31 0000 00000000 0000000000000080 00 0000 00000000 0000000000000001
// expect: 00 0000 00000000 0000000000000400
