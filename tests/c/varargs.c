// Variadic functions: every promoted type, more than the registers hold, va_copy, structs, v*printf.
#include <stdarg.h>
#include <stdio.h>

typedef struct { int a, b; } pair;
typedef struct { double a, b; } dpair;
typedef struct { long v[3]; } triple;

static void walk(const char *kinds, ...) {
    va_list list, again;
    va_start(list, kinds);
    va_copy(again, list);
    for (const char *k = kinds; *k; k++)
        switch (*k) {
        case 'i': printf("i%d ", va_arg(list, int)); break;
        case 'u': printf("u%u ", va_arg(list, unsigned)); break;
        case 'l': printf("l%ld ", va_arg(list, long)); break;
        case 'd': printf("d%g ", va_arg(list, double)); break;
        case 'L': printf("L%Lg ", va_arg(list, long double)); break;
        case 'p': printf("p%s ", (char *)va_arg(list, void *)); break;
        case 'P': { pair p = va_arg(list, pair); printf("P%d,%d ", p.a, p.b); break; }
        case 'D': { dpair p = va_arg(list, dpair); printf("D%g,%g ", p.a, p.b); break; }
        case 'T': { triple t = va_arg(list, triple); printf("T%ld,%ld ", t.v[0], t.v[2]); break; }
        }
    va_end(list);
    if (kinds[0] == 'i') printf("again %d", va_arg(again, int));
    va_end(again);
    printf("\n");
}

static int sum(int n, ...) {
    va_list list;
    int total = 0;
    va_start(list, n);
    while (n--) total += va_arg(list, int);
    va_end(list);
    return total;
}

static int forward(const char *format, ...) {
    va_list list;
    va_start(list, format);
    int n = vprintf(format, list);
    va_end(list);
    return n;
}

int main(void) {
    walk("iuld", -1, 4000000000u, 1L << 40, 2.5);
    walk("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    walk("dddddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12.);
    walk("LiLdL", 1.25L, 3, -2.5L, 4.5, 1e100L);
    walk("PDTPDTi", (pair){1, 2}, (dpair){3, 4}, (triple){{5, 6, 7}}, (pair){8, 9}, (dpair){10, 11},
         (triple){{12, 13, 14}}, 15);
    walk("pipi", "one", 1, "two", 2);
    printf("%d %d\n", sum(0), sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    printf("%d\n", forward("%s %d %c %5.2f|%-4d|%04x\n", "text", 42, 'c', 3.14159, 7, 255));
    return sum(3, 1, 2, 3);
}
// expect: i-1 u4000000000 l1099511627776 d2.5 again -1
// expect: i1 i2 i3 i4 i5 i6 i7 i8 i9 i10 again 1
// expect: d1 d2 d3 d4 d5 d6 d7 d8 d9 d10 d11 d12
// expect: L1.25 i3 L-2.5 d4.5 L1e+100
// expect: P1,2 D3,4 T5,7 P8,9 D10,11 T12,14 i15
// expect: pone i1 ptwo i2
// expect: 0 78
// expect: text 42 c  3.14|7   |00ff
// expect: 26
// status: 6
