/* math.h: results and errno, bit for bit. */
#define _GNU_SOURCE
#include "results.h"
#include <errno.h>
#include <float.h>
#include <math.h>

/* Not constant, so that compilers do not compute with them. */
double doubles[] = {
    0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.7, 0.1, -0.1, 1e-5, 123456.789, 1e10, -1e10, 4503599627370497.5,
    9007199254740993.0, 9.3e18, -9.3e18, 1e300, -1e300, 709.9, -745.2, 20.0, 171.7, DBL_MIN, DBL_MAX, -DBL_MAX, 1e-310,
    -1e-310, 4.9406564584124654e-324, INFINITY, NAN, -NAN, -INFINITY, 0.99999999999999989, 1.0000000000000002,
};
float singles[] = {
    0.0f, -0.0f, 1.0f, -1.0f, 0.5f, -0.5f, 2.5f, -2.5f, 3.7f, 0.1f, 1e-5f, 123456.789f, 8388609.5f, 1e10f, -1e10f, 9.3e18f,
    1e38f, 88.9f, -104.0f, 35.1f, FLT_MIN, FLT_MAX, 1e-40f, 1.4e-45f, INFINITY, -INFINITY, NAN, -NAN, 0.99999994f,
};
long double longs[] = {
    0.0L, -0.0L, 1.0L, -1.0L, 0.5L, 2.5L, -2.5L, 3.7L, 0.1L, 1e-5L, 9.3e18L, -9.3e18L, 1e19L, 1e4000L, LDBL_MIN, LDBL_MAX,
    -LDBL_MAX, LDBL_MIN / 3, -LDBL_MIN / 1000, 3.6451995318824746025e-4951L, INFINITY, NAN, -INFINITY, 18446744073709551615.0L,
    9223372036854775807.5L, 0x1.fffffffffffffffep-1L,
};
int exponents[] = {0, 1, -1, 52, -52, 1023, -1074, 16383, -16445, -16510, 40000, -40000, 2147483647, -2147483647 - 1};

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define ALL(i, array) for (unsigned i = 0; i < LENGTH(array); i++)
/* Pairs would be many: the second comes from every third value. */
#define SOME(j, array) for (unsigned j = 0; j < LENGTH(array); j += 3)

#define CALL(store, call) (errno = 0, store(call), put(errno))
#define UNARY(name) do { ALL(i, doubles) CALL(put_double, name(doubles[i])); ALL(i, singles) CALL(put_float, name##f(singles[i])); } while (0)
#define UNARY_LONG(name) do { UNARY(name); ALL(i, longs) CALL(put_long_double, name##l(longs[i])); } while (0)
#define BINARY(name) do { ALL(i, doubles) SOME(j, doubles) CALL(put_double, name(doubles[i], doubles[j])); \
    ALL(i, singles) SOME(j, singles) CALL(put_float, name##f(singles[i], singles[j])); } while (0)
#define BINARY_LONG(name) do { BINARY(name); ALL(i, longs) SOME(j, longs) CALL(put_long_double, name##l(longs[i], longs[j])); } while (0)
#define INTEGER(name) do { ALL(i, doubles) CALL(put, name(doubles[i])); ALL(i, singles) CALL(put, name##f(singles[i])); \
    ALL(i, longs) CALL(put, name##l(longs[i])); } while (0)
#define SCALE(name) do { ALL(i, doubles) ALL(j, exponents) CALL(put_double, name(doubles[i], exponents[j])); \
    ALL(i, singles) ALL(j, exponents) CALL(put_float, name##f(singles[i], exponents[j])); \
    ALL(i, longs) ALL(j, exponents) CALL(put_long_double, name##l(longs[i], exponents[j])); } while (0)

int __isnan(double), __isnanf(float), __isnanl(long double);
int __isinf(double), __isinff(float), __isinfl(long double);
int __finite(double), __finitef(float), __finitel(long double);
int __signbit(double), __signbitf(float), __signbitl(long double);
int __fpclassify(double), __fpclassifyf(float), __fpclassifyl(long double);

static void transcendental(void) {
    UNARY_LONG(sin); UNARY_LONG(cos); UNARY_LONG(tan); UNARY_LONG(asin); UNARY_LONG(acos); UNARY_LONG(atan);
    UNARY_LONG(sinh); UNARY_LONG(cosh); UNARY_LONG(tanh); UNARY_LONG(asinh); UNARY_LONG(acosh); UNARY_LONG(atanh);
    UNARY_LONG(exp); UNARY_LONG(exp2); UNARY_LONG(exp10); UNARY_LONG(expm1); UNARY_LONG(log); UNARY_LONG(log2); UNARY_LONG(log10); UNARY_LONG(log1p);
    UNARY_LONG(cbrt); UNARY_LONG(erf); UNARY_LONG(erfc); UNARY_LONG(tgamma); UNARY_LONG(lgamma); UNARY_LONG(significand);
    UNARY_LONG(j0); UNARY_LONG(j1); UNARY_LONG(y0); UNARY_LONG(y1);
    BINARY_LONG(pow); BINARY_LONG(atan2); BINARY_LONG(hypot);
    ALL(i, doubles) CALL(put_double, jn(3, doubles[i]));
    ALL(i, singles) CALL(put_float, ynf(2, singles[i]));
    ALL(i, longs) {
        long double s, c;
        CALL(put_long_double, jnl(3, longs[i]));
        CALL(put_long_double, ynl(2, longs[i]));
        sincosl(longs[i], &s, &c);
        put_long_double(s);
        put_long_double(c);
    }
    ALL(i, doubles) {
        double s, c;
        sincos(doubles[i], &s, &c);
        put_double(s);
        put_double(c);
    }
}

static void rounding(void) {
    UNARY_LONG(fabs); UNARY_LONG(floor); UNARY_LONG(ceil); UNARY_LONG(trunc); UNARY_LONG(round); UNARY_LONG(rint);
    UNARY_LONG(nearbyint); UNARY_LONG(roundeven); UNARY_LONG(sqrt); UNARY_LONG(logb);
    UNARY_LONG(nextup); UNARY_LONG(nextdown);
    INTEGER(lround); INTEGER(llround); INTEGER(lrint); INTEGER(llrint); INTEGER(ilogb);
    INTEGER(__isnan); INTEGER(__isinf); INTEGER(__finite); INTEGER(__signbit); INTEGER(__fpclassify);
}

static void binary(void) {
    BINARY_LONG(fmod); BINARY_LONG(copysign); BINARY_LONG(fmin); BINARY_LONG(fmax); BINARY_LONG(nextafter);
    BINARY_LONG(remainder); BINARY_LONG(fdim);
    ALL(i, doubles) SOME(j, longs) CALL(put_double, nexttoward(doubles[i], longs[j]));
    ALL(i, singles) SOME(j, longs) CALL(put_float, nexttowardf(singles[i], longs[j]));
    ALL(i, doubles) SOME(j, doubles) CALL(put_double, fma(doubles[i], doubles[j], doubles[i]));
    ALL(i, longs) SOME(j, longs) CALL(put_long_double, fmal(longs[i], longs[j], longs[i]));
    SCALE(ldexp); SCALE(scalbn); SCALE(scalbln);
}

static void splitting(void) {
    ALL(i, doubles) {
        int e, q = 0;
        double whole;
        put_double(frexp(doubles[i], &e));
        put(e);
        put_double(modf(doubles[i], &whole));
        put_double(whole);
        CALL(put_double, remquo(doubles[i], 0.75, &q));
        put(q);
    }
    ALL(i, longs) {
        int e;
        long double whole;
        put_long_double(frexpl(longs[i], &e));
        put(e);
        put_long_double(modfl(longs[i], &whole));
        put_long_double(whole);
        int q = 0, sign = 5;
        CALL(put_long_double, remquol(longs[i], 0.75L, &q));
        put(q);
        CALL(put_long_double, lgammal_r(longs[i], &sign));
        put(sign);
    }
    ALL(i, doubles) {
        int sign = 5;
        CALL(put_double, lgamma_r(doubles[i], &sign));
        put(sign);
        CALL(put_double, lgamma(doubles[i] - 0.25));
        put(signgam);
    }
    put_double(nan("5"));
    put_double(nan(""));
    put_float(nanf("0x12"));
}

void run(void) {
    transcendental();
    rounding();
    binary();
    splitting();
}
