#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static const char *flags[] = {"", "-", "+", " ", "#", "0", "-0", "+ ", "+0", " 0", "#0", "-#", "-+", "+#0", "'"};
static const char *widths[] = {"", "1", "3", "12", "25"};
static const char *precisions[] = {"", ".", ".0", ".1", ".5", ".20"};
static const char conversions[] = "diuoxXbB";
static const int ints[] = {0, 1, -1, 42, -42, INT_MAX, INT_MIN, 255, 8, 0777};
static const long longs[] = {0, 1, -1, LONG_MAX, LONG_MIN, 1234567890123L};

static void one(const char *flag, const char *width, const char *precision, char conversion) {
    char format[64];
    snprintf(format, sizeof format, "[%%%s%s%s%c]", flag, width, precision, conversion);
    for (unsigned i = 0; i < sizeof ints / sizeof *ints; i++) {
        int count = printf(format, ints[i]);
        printf("%d\n", count);
    }
    snprintf(format, sizeof format, "[%%%s%s%sl%c]", flag, width, precision, conversion);
    for (unsigned i = 0; i < sizeof longs / sizeof *longs; i++) {
        int count = printf(format, longs[i]);
        printf("%d\n", count);
    }
}

int main(void) {
    for (unsigned f = 0; f < sizeof flags / sizeof *flags; f++)
        for (unsigned w = 0; w < sizeof widths / sizeof *widths; w++)
            for (unsigned p = 0; p < sizeof precisions / sizeof *precisions; p++)
                for (const char *c = conversions; *c; c++)
                    one(flags[f], widths[w], precisions[p], *c);
    printf("%hhd %hhu %hd %hu %hhx %hx\n", 300, 300, 70000, 70000, -1, -1);
    printf("%lld %llu %jd %zu %td %qd\n", -5LL, 5ULL, (intmax_t)-7, (size_t)9, (ptrdiff_t)-3, -8LL);
    printf("%*d|%-*d|%*d|%.*d|%.*d\n", 5, 42, 5, 42, -5, 42, 4, 42, -4, 42);
    printf("%2$d %1$d %2$05d %1$-5d|\n", 11, 22);
    printf("%3$*1$.*2$d|%3$d\n", 8, 4, 99);
    printf("100%% %5%|\n");
    return 0;
}
