// Expressions that the compiler may contract into a fused multiply-add, as it does by default. Without
// the instruction in the target's baseline, code generation computes product and sum separately.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static volatile double a = 0.1, b = 10, c = -1;
static volatile float x = 0.1f, y = 10, z = -1;

int main(void) {
    double d = a * b + c, e = a * a - c * b;
    float f = x * y + z;
    uint64_t u, v;
    uint32_t w;
    memcpy(&u, &d, 8), memcpy(&v, &e, 8), memcpy(&w, &f, 4);
    printf("%016llx %016llx %08x\n", (unsigned long long)u, (unsigned long long)v, w);
    return 0;
}
// expect: 0000000000000000 4024051eb851eb85 00000000
