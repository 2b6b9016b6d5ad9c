// float _Complex, double _Complex, long double _Complex: operators, division, conversions, passing.
#include <complex.h>
#include <math.h>
#include <stdio.h>

static double complex power(double complex z, int n) {
    double complex r = 1;
    while (n-- > 0) r *= z;
    return r;
}
static float complex swap(float complex z) { return cimagf(z) + crealf(z) * I; }

int main(void) {
    float complex a = 1.5f + 2.5f * I, b = -0.5f + 4 * I;
    double complex c = a, d = c / (3.0 - 4.0 * I);
    float complex e = a * b, f = a / b, g = swap(a);
    printf("%a %a %a %a %a %a\n", crealf(e), cimagf(e), crealf(f), cimagf(f), crealf(g), cimagf(g));
    printf("%a %a %a\n", creal(d), cimag(d), creal(conj(d) * d));
    double complex p = power(0.9 + 0.3 * I, 20);
    printf("%a %a %d\n", creal(p), cimag(p), c == a);
    double complex inf = INFINITY + 1.0 * I;
    double complex q = inf * (1.0 + 2.0 * I);
    printf("%d %d\n", isinf(creal(q)) || isinf(cimag(q)), creal(1.0 / inf) == 0);
    long double complex l = 1.0L + 2.0L * I;
    l = l * l - l / 2;
    printf("%La %La\n", creall(l), cimagl(l));
    return 0;
}
// expect: -0x1.58p+3 0x1.3p+2 0x1.237238p-1 -0x1.c8dc8ep-2 0x1.4p+1 0x1.8p+0
// expect: -0x1.c28f5c28f5c29p-3 0x1.147ae147ae148p-1 0x1.5c28f5c28f5c3p-2
// expect: 0x1.60f080ef64e5ep-2 0x1.b001cad7eab6ap-5 1
// expect: 1 1
// expect: -0xep-2 0xcp-2
