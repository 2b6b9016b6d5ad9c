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

/* Mutants, counted by hand.
     add_saturating by symbmc: AOR 12, ROR 20, IVI 40
     add_saturating by sufficient: AOR 12, ROR 28, ABS 33, LCR 2, UOI 58
     subtract_saturating by symbmc: AOR 4, ROR 10, IVI 27
     subtract_saturating by sufficient: AOR 4, ROR 14, ABS 18, UOI 34
     fixed_multiply by symbmc: AOR 8, BOR 5, IVI 17
     fixed_multiply by sufficient: AOR 8, ABS 21, UOI 26
     fixed_from_int by symbmc: AOR 4, IVI 6
     fixed_from_int by sufficient: AOR 4, ABS 6, UOI 4
     average by symbmc: AOR 4, BOR 14, IVI 14
     average by sufficient: AOR 4, ABS 24, UOI 16
*/
