// Type punning through unions; the active member changes; arrays in unions.
#include <stdint.h>
#include <stdio.h>

union number {
    float f;
    uint32_t u;
    int16_t halves[2];
    uint8_t bytes[4];
    struct {
        uint32_t mantissa : 23;
        uint32_t exponent : 8;
        uint32_t sign : 1;
    } parts;
};

union big {
    double d[2];
    char text[16];
    struct {
        long a;
        short b;
    } s;
};

int main(void) {
    union number n = {.f = -118.625f};
    printf("%08x %d %d %d %x\n", n.u, n.halves[1], n.bytes[3], n.parts.exponent, n.parts.mantissa);
    n.parts.sign = 0;
    n.parts.exponent++;
    printf("%g\n", n.f);
    n.bytes[0] = 0xff;
    printf("%08x\n", n.u);
    union big b = {.text = "fifteen letters"};
    printf("%016lx %04x\n", b.s.a, b.s.b);
    b.d[1] = 1.0;
    printf("%d %.8s\n", b.text[15], b.text);
    union big c = b;
    c.s.b = 7;
    printf("%g %.8s\n", c.d[1] - b.d[1] != 0 ? 1.0 : 0.0, c.text);
    return 0;
}
// expect: c2ed4000 -15635 194 133 6d4000
// expect: 237.25
// expect: 436d40ff
// expect: 206e656574666966 656c
// expect: 63 fifteen
// expect: 1 fifteen
