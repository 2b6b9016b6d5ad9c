#include <stdint.h>

/* The parameters point to one object in real calls, and to two objects in a test. */
int four(const uint8_t *p, const uint8_t *end)
{
    if (end - p < 4)
        return -1;
    return p[0] + p[3];
}

int spaces(const char *s, const char *end)
{
    int count = 0;
    while (end > s && *--end == ' ')
        count++;
    return count;
}

struct header {
    uint32_t tag;
    uint32_t reserved[2];
    uint32_t len;
    uint64_t more[6];
};

uint32_t length(const struct header *hs, uint64_t i)
{
    return hs[i].len + 1;
}

struct frame {
    uint8_t data[8];
    uint8_t kind;
};

int byte(const struct frame *f, unsigned at)
{
    if (at > 8)
        return -1;
    return f->data[at] + 1;
}
