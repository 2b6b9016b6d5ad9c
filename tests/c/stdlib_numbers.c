// strtol and its family, atoi, abs and div, at the edges of their ranges.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static void integer(const char *s, int base) {
    char *end;
    errno = 0;
    long v = strtol(s, &end, base);
    printf("%ld %td %d|", v, end - s, errno == ERANGE);
    errno = 0;
    unsigned long u = strtoul(s, &end, base);
    printf("%lu %td %d\n", u, end - s, errno == ERANGE);
}

int main(void) {
    integer("  -42abc", 10), integer("0x1Fz", 0), integer("0777", 0), integer("0x", 16), integer("zz", 36), integer("", 10);
    integer("9223372036854775808", 10), integer("-9223372036854775809", 10), integer("18446744073709551616", 10), integer("+7", 0);
    const char *reals[] = {"3.25e2x", "  -.5", "0x1.8p3", "inf", "nan(1)", "1e400", "1e-400", "4.9e-324", "2.2250738585072014e-308", ".", "1e+", "0.1",
                           "123456789012345678901234567890", "5e-324"};
    for (unsigned i = 0; i < sizeof reals / sizeof *reals; i++) {
        char *end;
        errno = 0;
        double d = strtod(reals[i], &end);
        printf("%a %td %d %a\n", d != d ? 1.0 : d, end - reals[i], errno == ERANGE, (double)strtof("16777217.1", 0));
    }
    printf("%d %ld %lld %g\n", atoi("-12xyz"), atol("99"), atoll("123456789012"), atof("2.5e1"));
    div_t q = div(-17, 5);
    ldiv_t l = ldiv(17L, -5L);
    printf("%d %d %ld %ld %d %ld\n", q.quot, q.rem, l.quot, l.rem, abs(-3), labs(-4L));
    return 0;
}
// expect: -42 5 0|18446744073709551574 5 0
// expect: 31 4 0|31 4 0
// expect: 511 4 0|511 4 0
// expect: 0 1 0|0 1 0
// expect: 1295 2 0|1295 2 0
// expect: 0 0 0|0 0 0
// expect: 9223372036854775807 19 1|9223372036854775808 19 0
// expect: -9223372036854775808 20 1|9223372036854775807 20 0
// expect: 9223372036854775807 20 1|18446744073709551615 20 1
// expect: 7 2 0|7 2 0
// expect: 0x1.45p+8 6 0 0x1.000002p+24
// expect: -0x1p-1 5 0 0x1.000002p+24
// expect: 0x1.8p+3 7 0 0x1.000002p+24
// expect: inf 3 0 0x1.000002p+24
// expect: 0x1p+0 6 0 0x1.000002p+24
// expect: inf 5 1 0x1.000002p+24
// expect: 0x0p+0 6 1 0x1.000002p+24
// expect: 0x0.0000000000001p-1022 8 1 0x1.000002p+24
// expect: 0x1p-1022 23 0 0x1.000002p+24
// expect: 0x0p+0 0 0 0x1.000002p+24
// expect: 0x1p+0 1 0 0x1.000002p+24
// expect: 0x1.999999999999ap-4 3 0 0x1.000002p+24
// expect: 0x1.8ee90ff6c373ep+96 30 0 0x1.000002p+24
// expect: 0x0.0000000000001p-1022 6 1 0x1.000002p+24
// expect: -12 99 123456789012 25
// expect: -3 -2 -3 2 3 4
