// The bit patterns of NaNs as SSE makes them: which operand wins, what is quieted, the default NaN.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static float make_f(uint32_t u) { float v; memcpy(&v, &u, 4); return v; }
static double make_d(uint64_t u) { double v; memcpy(&v, &u, 8); return v; }
static void show_f(float v) { uint32_t u; memcpy(&u, &v, 4); printf("%08x ", u); }
static void show_d(double v) { uint64_t u; memcpy(&u, &v, 8); printf("%016llx ", (unsigned long long)u); }

int main(void) {
    volatile float q = make_f(0x7fc01234), one = 1, zero = 0, negative = make_f(0xffc00055);
    volatile double dq = make_d(0x7ff8000000001234), done = 1, dzero = 0;
    show_f(q + one), show_f(one - q), show_f(q * zero), show_f(q / one), show_f(negative + one), show_f(-q);
    printf("\n");
    show_f(zero / zero), show_f(q == q), show_d(dzero / dzero), show_d(dq + done), show_d(done / dq), show_d(-dq);
    printf("\n");
    show_d((double)q), show_f((float)dq), show_d((double)negative);
    printf("\n");
    return 0;
}
// expect: 7fc01234 7fc01234 7fc01234 7fc01234 ffc00055 ffc01234
// expect: ffc00000 00000000 fff8000000000000 7ff8000000001234 7ff8000000001234 fff8000000001234
// expect: 7ff8024680000000 7fc00000 fff8000aa0000000
