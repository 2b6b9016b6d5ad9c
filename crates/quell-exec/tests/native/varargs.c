/* Variadic functions: every class of argument, in registers and beyond them. */
#include "results.h"
#include <stdarg.h>

struct pair { long a, b; };
struct mixed { double x; int n; };
struct floats { float x, y; };
struct big { long words[5]; };
struct bytes { char text[3]; };
struct wide { long double x; };
typedef float vector __attribute__((vector_size(16)));

/* One letter per argument. */
static void take(const char *kinds, va_list list) {
    for (; *kinds; kinds++) switch (*kinds) {
        case 'i': put(va_arg(list, int)); break;
        case 'u': put(va_arg(list, unsigned)); break;
        case 'l': put(va_arg(list, long)); break;
        case 'p': put(*va_arg(list, int *)); break;
        case 'd': put_double(va_arg(list, double)); break;
        case 'D': put_long_double(va_arg(list, long double)); break;
        case 'q': {
            unsigned __int128 x = va_arg(list, unsigned __int128);
            put(x);
            put(x >> 64);
            break;
        }
        case 'P': {
            struct pair x = va_arg(list, struct pair);
            put(x.a);
            put(x.b);
            break;
        }
        case 'M': {
            struct mixed x = va_arg(list, struct mixed);
            put_double(x.x);
            put(x.n);
            break;
        }
        case 'F': {
            struct floats x = va_arg(list, struct floats);
            put_float(x.x);
            put_float(x.y);
            break;
        }
        case 'B': {
            struct big x = va_arg(list, struct big);
            for (int i = 0; i < 5; i++) put(x.words[i]);
            break;
        }
        case 'b': {
            struct bytes x = va_arg(list, struct bytes);
            for (int i = 0; i < 3; i++) put(x.text[i]);
            break;
        }
        case 'W': put_long_double(va_arg(list, struct wide).x); break;
        case 'C': {
            _Complex double x = va_arg(list, _Complex double);
            put_double(__real__ x);
            put_double(__imag__ x);
            break;
        }
        case 'V': {
            vector x = va_arg(list, vector);
            for (int i = 0; i < 4; i++) put_float(x[i]);
            break;
        }
    }
}

__attribute__((noinline)) static void plain(const char *kinds, ...) {
    va_list list;
    va_start(list, kinds);
    take(kinds, list);
    va_end(list);
}

/* Named parameters take registers first. */
__attribute__((noinline)) static void after_integers(long a, long b, long c, long d, const char *kinds, ...) {
    va_list list;
    va_start(list, kinds);
    put(a + b + c + d);
    take(kinds, list);
    va_end(list);
}

__attribute__((noinline)) static void after_many(int a, int b, int c, int d, int e, int f, const char *kinds, ...) {
    va_list list;
    va_start(list, kinds);
    put(a + b + c + d + e + f);
    take(kinds, list);
    va_end(list);
}

__attribute__((noinline)) static void after_floats(double a, float b, long double c, struct floats d, const char *kinds, ...) {
    va_list list;
    va_start(list, kinds);
    put_double(a + b + (double)c + d.x + d.y);
    take(kinds, list);
    va_end(list);
}

__attribute__((noinline)) static struct big after_structs(struct big a, struct pair b, struct mixed c, const char *kinds, ...) {
    va_list list;
    va_start(list, kinds);
    put(a.words[4] + b.b + c.n);
    take(kinds, list);
    va_end(list);
    return a;
}

/* Read twice: a copy has its own place. */
__attribute__((noinline)) static void twice(const char *kinds, ...) {
    va_list list, copy;
    va_start(list, kinds);
    put(va_arg(list, int));
    va_copy(copy, list);
    take(kinds, list);
    take(kinds, copy);
    va_end(copy);
    va_end(list);
    va_start(list, kinds);
    put(va_arg(list, int));
    va_end(list);
}

static int number = 77;

void run(void) {
    struct pair pair = {11, 12};
    struct mixed mixed = {1.5, 13};
    struct floats floats = {2.5f, 3.5f};
    struct big big = {{21, 22, 23, 24, 25}};
    struct bytes bytes = {{'x', 'y', 'z'}};
    struct wide wide = {4.25L};
    vector four = {1, 2, 3, 4};
    _Complex double complex = 7.0 + 8.0i;
    unsigned __int128 huge = ((unsigned __int128)0x123456789abcdef0 << 64) | 0xfedcba9876543210;

    plain("");
    plain("i", -1);
    plain("ilpu", -2, 3L, &number, 4u);
    plain("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    plain("dddddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12.);
    plain("idididididididididid", 1, 1., 2, 2., 3, 3., 4, 4., 5, 5., 6, 6., 7, 7., 8, 8., 9, 9., 10, 10.);
    plain("DiDdDl", 1.25L, 1, 2.25L, 2., 3.25L, 3L);
    plain("iiiiiiD", 1, 2, 3, 4, 5, 6, 0.1L);
    plain("iiiiiiiDi", 1, 2, 3, 4, 5, 6, 7, 0.1L, 8);
    plain("PMFBbWCV", pair, mixed, floats, big, bytes, wide, complex, four);
    plain("PPPPP", pair, pair, pair, pair, pair);
    plain("iPiPiPi", 1, pair, 2, pair, 3, pair, 4);
    plain("MMMMMMMMMM", mixed, mixed, mixed, mixed, mixed, mixed, mixed, mixed, mixed, mixed);
    plain("CCCCCi", complex, complex, complex, complex, complex, 5);
    plain("FFFFFFFFFFd", floats, floats, floats, floats, floats, floats, floats, floats, floats, floats, 6.);
    plain("VVVVVVVVVd", four, four, four, four, four, four, four, four, four, 9.);
    plain("qilq", huge, 1, 2L, huge);
    plain("bBbBbW", bytes, big, bytes, big, bytes, wide);
    after_integers(1, 2, 3, 4, "ild", 5, 6L, 7.);
    after_integers(1, 2, 3, 4, "Pi", pair, 6);
    after_many(1, 2, 3, 4, 5, 6, "idDi", 7, 8., 9.L, 10);
    after_floats(1., 2.f, 3.L, floats, "dddddddi", 1., 2., 3., 4., 5., 6., 7., 8);
    put(after_structs(big, pair, mixed, "iPdB", 1, pair, 2., big).words[0]);
    twice("lDd", 1, 2L, 3.5L, 4.);
}
