// A test must not rely on more alignment of an object than its type requires.
#include <stddef.h>
#include <stdint.h>

int leading_bytes(const unsigned char *p)
{
    int count = 0;
    while (((size_t)p & 7) != 0 && count < 8) {
        p++;
        count++;
    }
    return count;
}

uint32_t first_word(const unsigned char *p)
{
    if (((uintptr_t)p & 3) == 0)
        return *(const uint32_t *)p;
    return p[0];
}

uint64_t word_at(const uint32_t *p)
{
    return *(const uint64_t *)p;
}

/* A number whose alignment in the object is that of its type. */
uint32_t second_word(const uint32_t *p)
{
    return p[1] + 1;
}
