// Order and distance of pointers: defined only within one object. Tests with separate objects are invalid.
#include <stddef.h>

int leading_word(const unsigned char *p, const unsigned char *end)
{
    if (end - p < 4)
        return -1;
    return p[0] | p[1] << 8;
}

size_t trimmed(const char *s, const char *end)
{
    const char *last = end;
    while (last > s && last[-1] == ' ')
        last--;
    return (size_t)(last - s);
}

int is_before(int *a, int *b)
{
    return a < b;
}

/* Both are into one object. */
size_t length(const char *s)
{
    const char *end = s;
    while (*end != 0)
        end++;
    return (size_t)(end - s);
}
