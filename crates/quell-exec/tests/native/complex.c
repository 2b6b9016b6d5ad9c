/* Complex numbers: the operators, which call the compiler's run-time library, and complex.h. */
#define _GNU_SOURCE
#include "results.h"
#include <complex.h>
#include <errno.h>
#include <float.h>
#include <math.h>

double doubles[] = {0.0, -0.0, 1.0, -1.5, 0.1, 3e-5, 1e300, -1e308, DBL_MAX, DBL_MIN, 3e-310, 4.9406564584124654e-324, 1e-170, INFINITY, -INFINITY, NAN};
float singles[] = {0.0f, -0.0f, 1.0f, -1.5f, 0.1f, 3e-5f, 1e30f, FLT_MAX, FLT_MIN, 1.4e-45f, INFINITY, -INFINITY, NAN};
long double longs[] = {0.0L, -0.0L, 1.0L, -1.5L, 0.1L, 3e-5L, 1e4000L, -LDBL_MAX, LDBL_MIN, LDBL_MIN / 3, 1e-2500L, INFINITY, -INFINITY, NAN};

/* Which NaN comes out depends on the order of operands that a compiler chose. */
static void keep(double x) { if (x != x) put(1); else put_double(x); }
static void keep_float(float x) { if (x != x) put(1); else put_float(x); }
static void keep_long(long double x) { if (x != x) put(1), put(1); else put_long_double(x); }

static void both(double _Complex x) { keep(__real__ x); keep(__imag__ x); }
static void both_float(float _Complex x) { keep_float(__real__ x); keep_float(__imag__ x); }
static void both_long(long double _Complex x) { keep_long(__real__ x); keep_long(__imag__ x); }

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define EACH(i, array) for (unsigned i = 0; i < LENGTH(array); i++)

#define OPERATORS(store, array, type) do { \
    EACH(i, array) EACH(j, array) for (unsigned k = 0; k < LENGTH(array); k += 2) for (unsigned l = (i + j) % 3; l < LENGTH(array); l += 3) { \
        type a, b; \
        __real__ a = array[i]; __imag__ a = array[j]; __real__ b = array[k]; __imag__ b = array[l]; \
        store(a * b); store(a / b); \
    } } while (0)

#define CALL(store, call) (errno = 0, store(call), put(errno))
#define FUNCTION(name) do { \
    EACH(i, doubles) EACH(j, doubles) { double _Complex x; __real__ x = doubles[i]; __imag__ x = doubles[j]; CALL(both, name(x)); } \
    EACH(i, singles) EACH(j, singles) { float _Complex x; __real__ x = singles[i]; __imag__ x = singles[j]; CALL(both_float, name##f(x)); } \
    EACH(i, longs) EACH(j, longs) { long double _Complex x; __real__ x = longs[i]; __imag__ x = longs[j]; CALL(both_long, name##l(x)); } \
    } while (0)
#define MEASURE(name) do { \
    EACH(i, doubles) EACH(j, doubles) { double _Complex x; __real__ x = doubles[i]; __imag__ x = doubles[j]; CALL(keep, name(x)); } \
    EACH(i, singles) EACH(j, singles) { float _Complex x; __real__ x = singles[i]; __imag__ x = singles[j]; CALL(keep_float, name##f(x)); } \
    EACH(i, longs) EACH(j, longs) { long double _Complex x; __real__ x = longs[i]; __imag__ x = longs[j]; CALL(keep_long, name##l(x)); } \
    } while (0)

static void powers(void) {
    EACH(i, doubles) EACH(j, doubles) {
        double _Complex x, y;
        __real__ x = doubles[i]; __imag__ x = 0.5; __real__ y = -1.25; __imag__ y = doubles[j];
        CALL(both, cpow(x, y));
    }
    EACH(i, singles) EACH(j, singles) {
        float _Complex x, y;
        __real__ x = singles[i]; __imag__ x = 0.5f; __real__ y = -1.25f; __imag__ y = singles[j];
        CALL(both_float, cpowf(x, y));
    }
    EACH(i, longs) EACH(j, longs) {
        long double _Complex x, y;
        __real__ x = longs[i]; __imag__ x = 0.5L; __real__ y = -1.25L; __imag__ y = longs[j];
        CALL(both_long, cpowl(x, y));
    }
}

void run(void) {
    OPERATORS(both, doubles, double _Complex);
    OPERATORS(both_float, singles, float _Complex);
    OPERATORS(both_long, longs, long double _Complex);
    FUNCTION(csqrt); FUNCTION(cexp); FUNCTION(clog); FUNCTION(csin); FUNCTION(ccos); FUNCTION(ctan);
    FUNCTION(casin); FUNCTION(cacos); FUNCTION(catan); FUNCTION(csinh); FUNCTION(ccosh); FUNCTION(ctanh);
    FUNCTION(casinh); FUNCTION(cacosh); FUNCTION(catanh); FUNCTION(cproj); FUNCTION(conj); FUNCTION(clog10);
    MEASURE(cabs); MEASURE(carg); MEASURE(creal); MEASURE(cimag);
    powers();
}
