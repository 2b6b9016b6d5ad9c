// Left shifts of negative numbers, left shifts that overflow, and distances outside of the type.
#include <stdint.h>

int shifted(int a, int b)
{
    return a << b;
}

int64_t scaled(int64_t a)
{
    return a << 20;
}

int halved(int a, unsigned b)
{
    return a >> b;
}

uint32_t rotated(uint32_t a, int b)
{
    return a << b | a >> (32 - b);
}

int packed(signed char high, unsigned char low)
{
    return high << 8 | low;
}
