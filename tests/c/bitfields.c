// Bit-fields of every layout: signed, unsigned, zero width, straddling, packed, bool, long long.
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct mixed {
    int a : 3;
    unsigned b : 5;
    signed char c : 4;
    unsigned long long d : 40;
    bool e : 1;
    int : 0;
    unsigned short f : 9;
    int g : 32;
};

#pragma pack(push, 1)
struct tight {
    unsigned a : 7;
    unsigned b : 11;
    int c : 17;
    unsigned char d;
    long long e : 45;
};
#pragma pack(pop)

union view {
    struct mixed m;
    unsigned char bytes[sizeof(struct mixed)];
};

static void dump(const void *p, size_t n) {
    const unsigned char *b = p;
    for (size_t i = 0; i < n; i++)
        printf("%02x", b[i]);
    printf("\n");
}

int main(void) {
    union view v;
    memset(&v, 0, sizeof v);
    v.m.a = -3, v.m.b = 21, v.m.c = -8, v.m.d = 0xabcdef0123ULL, v.m.e = true, v.m.f = 300, v.m.g = -1;
    dump(v.bytes, sizeof v);
    printf("%d %u %d %llx %d %d %d\n", v.m.a, v.m.b, v.m.c, (unsigned long long)v.m.d, v.m.e, v.m.f, v.m.g);
    v.m.a += 7, v.m.b = v.m.b * 2, v.m.c++, v.m.d >>= 4, v.m.e ^= 1;
    printf("%d %u %d %llx %d\n", v.m.a, v.m.b, v.m.c, (unsigned long long)v.m.d, v.m.e);
    struct tight t;
    memset(&t, 0xff, sizeof t);
    t.a = 5, t.b = 1000, t.c = -40000, t.d = 9, t.e = -123456789012LL;
    dump(&t, sizeof t);
    printf("%d %d %d %d %lld\n", t.a, t.b, t.c, t.d, (long long)t.e);
    for (int i = 0; i < 40; i++)
        t.a += i, t.c -= i * 100, t.e = t.e / 2 + i;
    printf("%d %d %lld %zu %zu\n", t.a, t.c, (long long)t.e, sizeof(struct mixed), sizeof t);
    return 0;
}
// expect: ad3812f0debc1a002c010000ffffffff
// expect: -3 21 -8 abcdef0123 1 300 -1
// expect: -4 10 -7 abcdef012 0
// expect: 05f4018ffd09ece56641e3ff
// expect: 5 1000 -40000 9 -123456789012
// expect: 17 13072 75 16 12
