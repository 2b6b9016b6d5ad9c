// Arithmetic on a pointer of arbitrary bytes: it may point to no object, and must not wrap around.
#include <stddef.h>

union stream {
    char bytes[16];
    struct {
        const char *end;
        size_t size;
    } state;
};

int starts_low(const union stream *stream)
{
    const char *start = stream->state.end - stream->state.size;
    return (size_t)start < 4096;
}

int ends_high(const union stream *stream, long more)
{
    const char *end = stream->state.end + more;
    return (size_t)end % 3 == 1;
}
