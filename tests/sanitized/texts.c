// Loops over texts and buffers, which end within their objects.
#include <stddef.h>
#include <string.h>

size_t count(const char *s, char c)
{
    size_t n = 0;
    for (; *s; s++)
        n += *s == c;
    return n;
}

int last_digit(const char *s)
{
    size_t n = strlen(s);
    return n > 0 && s[n - 1] >= '0' && s[n - 1] <= '9' ? s[n - 1] - '0' : -1;
}

int copied(char *to, size_t size, const char *from)
{
    size_t n = strlen(from);
    if (n >= size)
        return -1;
    memcpy(to, from, n + 1);
    return (int)n;
}
