// Undefined behaviour of arithmetic: overflow, division, conversions of floats.
#include <stdint.h>

int product(int a, int b)
{
    return a * b - a;
}

int ratio(int a, int b)
{
    return a / b + a % b;
}

int negated(int a)
{
    return -a;
}

int truncated(double d)
{
    return (int)d + 1;
}

uint16_t narrow_product(uint16_t a, uint16_t b)
{
    return a * b;
}
