/* Arithmetic that keeps within bounds: saturating sums, fixed point with 8 binary places. */
#include <limits.h>

int add_saturating(int a, int b) {
    if (b > 0 && a > INT_MAX - b)
        return INT_MAX;
    if (b < 0 && a < INT_MIN - b)
        return INT_MIN;
    return a + b;
}

int subtract_saturating(int a, int b) {
    long long difference = (long long)a - b;
    if (difference > INT_MAX)
        return INT_MAX;
    if (difference < INT_MIN)
        return INT_MIN;
    return (int)difference;
}

/* Rounded to the nearest, halves upwards. */
int fixed_multiply(int a, int b) {
    long long product = (long long)a * b;
    return add_saturating(0, (int)((product + 128) >> 8));
}

short fixed_from_int(signed char whole) { return (short)(whole * 256); }

int average(int a, int b) { return (a & b) + ((a ^ b) >> 1); }
