// An index whose scaled value wraps around 2^64 is outside of every object.
#include <stddef.h>
#include <stdint.h>

struct header {
    uint64_t tag;
    uint64_t offset;
    uint64_t len;
    uint64_t flags;
};

uint64_t length_of(const struct header *hs, size_t i)
{
    return hs[i].len;
}

int32_t element(const int32_t *values, int64_t i)
{
    return values[i] + 1;
}

uint64_t after(const struct header *hs, size_t i, size_t j)
{
    const struct header *h = hs + i;
    return h[j].tag;
}

/* An index of an unsigned type is never negative. */
int32_t before(const int32_t *values, size_t i, size_t j)
{
    const int32_t *value = values + i;
    return *(value - j);
}
