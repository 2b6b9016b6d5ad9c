// flags: -fno-honor-nans
// As minmax_zeros.c, where the compiler was told that there are no NaNs.
#include <math.h>
#include <stdio.h>
#include <string.h>

static void show(double d) {
    unsigned long bits;
    memcpy(&bits, &d, sizeof bits);
    printf(" %016lx", bits);
}

static void showf(float f) {
    unsigned bits;
    memcpy(&bits, &f, sizeof bits);
    printf(" %08x", bits);
}

static void showl(long double l) {
    printf(" %s%g", signbit(l) ? "-" : "+", (double)fabsl(l));
}

#define ALL(f, show, plus, minus, constant)                                                        \
    do {                                                                                           \
        printf(#f);                                                                                \
        show(f(plus, minus)), show(f(minus, plus));                                                \
        show(f(minus, constant)), show(f(constant, minus));                                        \
        show(f(plus, -constant)), show(f(-constant, plus));                                        \
        show(f(plus, constant)), show(f(-constant, minus));                                        \
        puts("");                                                                                  \
    } while (0)

int main(void) {
    volatile double p = 0.0, m = -0.0;
    volatile float pf = 0.0f, mf = -0.0f;
    volatile long double pl = 0.0L, ml = -0.0L;
    ALL(fmin, show, p, m, 0.0);
    ALL(fmax, show, p, m, 0.0);
    ALL(fminf, showf, pf, mf, 0.0f);
    ALL(fmaxf, showf, pf, mf, 0.0f);
    ALL(fminl, showl, pl, ml, 0.0L);
    ALL(fmaxl, showl, pl, ml, 0.0L);
    // Through a pointer it is the function of the library.
    double (*volatile least)(double, double) = fmin, (*volatile most)(double, double) = fmax;
    show(least(p, m)), show(least(m, p)), show(most(p, m)), show(most(m, p));
    puts("");
}
// expect: fmin 8000000000000000 0000000000000000 0000000000000000 0000000000000000 8000000000000000 8000000000000000 0000000000000000 8000000000000000
// expect: fmax 8000000000000000 0000000000000000 0000000000000000 0000000000000000 8000000000000000 8000000000000000 0000000000000000 8000000000000000
// expect: fminf 80000000 00000000 00000000 00000000 80000000 80000000 00000000 80000000
// expect: fmaxf 80000000 00000000 00000000 00000000 80000000 80000000 00000000 80000000
// expect: fminl -0 +0 +0 +0 -0 -0 +0 -0
// expect: fmaxl -0 +0 +0 +0 -0 -0 +0 -0
// expect:  8000000000000000 0000000000000000 8000000000000000 0000000000000000
