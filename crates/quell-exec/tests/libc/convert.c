#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const char *texts[] = {"0", "42", "-42", "+7", "  12abc", "0x1F", "0X", "0xg", "077", "089", "9223372036854775807", "9223372036854775808",
                              "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "-1", "", "   ", "-", "abc",
                              "zz", "0b101", "\t\n\v\f\r5", "- 5", "2147483648", "-2147483649", "99999999999999999999999", "1e5", ".5", "5.", "1.5e", "1.5e+",
                              "1e400", "-1e400", "1e-400", "4.9e-324", "2e-324", "inf", "-INFINITY", "infinit", "nan", "nan(123)", "nan(", "0x1.8p3", "0x.8",
                              "0x1p", "0x.p1", "1.7976931348623157e308", "1.7976931348623159e308", "2.2250738585072011e-308", "3.4028235e38", "3.5e38", "1e-46",
                              "123456789012345678901234567890", "0.1", "0.30000000000000004", "1,5", "1_000", "--1", "+-1", "1e4933", "3.6e-4951"};
#define N (sizeof texts / sizeof *texts)

int main(void) {
    for (unsigned i = 0; i < N; i++) {
        char *end;
        printf("%s:", texts[i]);
        static const int bases[] = {0, 2, 8, 10, 16, 36, 1, 37, -1};
        for (unsigned b = 0; b < sizeof bases / sizeof *bases; b++) {
            errno = 0;
            end = (char *)texts[i];
            long l = strtol(texts[i], &end, bases[b]);
            printf(" %ld/%ld/%d", l, (long)(end - texts[i]), errno);
            errno = 0;
            end = (char *)texts[i];
            unsigned long u = strtoul(texts[i], &end, bases[b]);
            printf(" %lu/%ld/%d", u, (long)(end - texts[i]), errno);
        }
        errno = 0;
        double d = strtod(texts[i], &end);
        printf(" %a/%ld/%d", d, (long)(end - texts[i]), errno);
        errno = 0;
        float f = strtof(texts[i], &end);
        printf(" %a/%ld/%d", f, (long)(end - texts[i]), errno);
        errno = 0;
        long double e = strtold(texts[i], &end);
        printf(" %La/%ld/%d", e, (long)(end - texts[i]), errno);
        printf(" %d %ld %lld %a\n", atoi(texts[i]), atol(texts[i]), atoll(texts[i]), atof(texts[i]));
    }
    printf("%jd %ju\n", strtoimax("-12", NULL, 10), strtoumax("12", NULL, 10));
    div_t d = div(-7, 2);
    ldiv_t l = ldiv(7L, -2L);
    lldiv_t ll = lldiv(-9LL, -4LL);
    printf("%d %d %ld %ld %lld %lld\n", d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem);
    int (*absolute)(int) = abs;
    long (*labsolute)(long) = labs;
    printf("%d %d %ld %d %jd\n", absolute(-5), absolute(5), labsolute(-1L << 40), abs(-3), imaxabs(-8));
    return 0;
}
