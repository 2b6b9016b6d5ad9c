// What an object's address is beyond the alignment of its type is not for a test to rely on.
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

/* A number that lies in the object as its type requires. */
uint32_t second_word(const uint32_t *p)
{
    return p[1] + 1;
}
