// flags: -std=c2x
// _BitInt of odd widths: wrapping, sign extension, conversion, storage in structs and arrays.
#include <stdio.h>

typedef _BitInt(3) s3;
typedef unsigned _BitInt(3) u3;
typedef _BitInt(17) s17;
typedef unsigned _BitInt(33) u33;
typedef _BitInt(65) s65;
typedef unsigned _BitInt(127) u127;

struct packet {
    char tag;
    s17 a;
    s65 b;
    u3 c;
};

int main(void) {
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            u3 a = (u3)i, b = (u3)j;
            s3 c = (s3)i;
            printf("%d%d%d%d ", (int)(u3)(a + b), (int)(u3)(a * b), (int)(a < b), (int)c);
        }
    printf("\n");
    u33 wide = (u33)-1;
    wide += 2;
    printf("%llu\n", (unsigned long long)wide);
    wide = (u33)0x155555555ULL << 1;
    printf("%llx\n", (unsigned long long)wide);
    s65 x = -1;
    x -= 0x7fffffffffffffffLL;
    printf("%lld %d\n", (long long)(x >> 1), (int)(x < 0));
    x = x * 2;
    printf("%d %lld\n", (int)(x == -((s65)1 << 63) * 2), (long long)(x / 4));
    u127 y = ((u127)1 << 126) + 5;
    printf("%llx %llx\n", (unsigned long long)(y >> 64), (unsigned long long)(y % 1000));
    struct packet p = {'x', -65536, x, 5}, q = p;
    printf("%zu %d %d %d\n", sizeof p, (int)q.a, (int)(q.b == x), (int)q.c);
    s17 table[3] = {1, -1, 65535};
    table[1] += table[2];
    printf("%d %d\n", (int)table[1], (int)(table[0] << 3));
    printf("%.1f %d\n", (double)wide, (int)(s17)-3.9);
    return 0;
}
// expect: 0000 1010 2010 3010 4010 5010 6010 7010 1001 2101 3211 4311 5411 6511 7611 0711 2002 3202 4402 5612 6012 7212 0412 1612 3003 4303 5603 6103 7413 0713 1213 2513 400-4 540-4 600-4 740-4 000-4 141-4 201-4 341-4 500-3 650-3 720-3 070-3 140-3 210-3 361-3 431-3 600-2 760-2 040-2 120-2 200-2 360-2 440-2 521-2 700-1 070-1 160-1 250-1 340-1 430-1 520-1 610-1
// expect: 1
// expect: aaaaaaaa
// expect: -4611686018427387904 1
// expect: 1 -4611686018427387904
// expect: 4000000000000000 365
// expect: 32 -65536 1 5
// expect: 65534 8
// expect: 2863311530.0 -3
