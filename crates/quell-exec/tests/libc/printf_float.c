#include <float.h>
#include <math.h>
#include <stdio.h>

static const char *flags[] = {"", "-", "+", " ", "#", "0", "+0", "-#", "#0"};
static const char *widths[] = {"", "6", "30"};
static const char *precisions[] = {"", ".0", ".1", ".3", ".10", ".17", ".30"};
static const char conversions[] = "eEfFgGaA";

int main(void) {
    volatile double zero = 0.0;
    const double values[] = {0.0, -0.0, 1.0, -1.5, 0.1, 123456789.0, 1e-5, 1e100, 2.5, 0.5, 99999.95, 1e-300, DBL_MIN / 8, DBL_MAX, 1 / zero, -1 / zero,
                             NAN, 1e21, 0.0001, 0.00001, 100000.0, 1000000.0, 3.14159265358979};
    const long double longs[] = {0.0L, -1.0L, 0.1L, LDBL_MAX, LDBL_MIN, 1e-4000L, 3.14159265358979323846L, 1 / (long double)zero, 65535.5L};
    for (unsigned f = 0; f < sizeof flags / sizeof *flags; f++)
        for (unsigned w = 0; w < sizeof widths / sizeof *widths; w++)
            for (unsigned p = 0; p < sizeof precisions / sizeof *precisions; p++)
                for (const char *c = conversions; *c; c++) {
                    char format[32];
                    snprintf(format, sizeof format, "[%%%s%s%s%c]\n", flags[f], widths[w], precisions[p], *c);
                    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) printf(format, values[i]);
                    snprintf(format, sizeof format, "[%%%s%s%sL%c]\n", flags[f], widths[w], precisions[p], *c);
                    for (unsigned i = 0; i < sizeof longs / sizeof *longs; i++) printf(format, longs[i]);
                }
    printf("%lf %f %.*f %*.*e\n", 1.25, (double)0.1f, 2, 2.675, 15, 4, 12345.678);
    return 0;
}
