/* Pointers and arrays where C forbids what the processor can do. */
#include <stddef.h>
#include <stdint.h>

struct part { long id, kind, other, len; };
struct packet { uint8_t data[8]; uint8_t sum; };

/* Two parameters that need not be pointers into one object. */
int remaining(const unsigned char *p, const unsigned char *end) {
    if (end - p < 4)
        return -1;
    return p[3];
}

int trimmed(const char *s, const char *end) {
    while (end > s && end[-1] == ' ')
        end--;
    return (int)(end - s);
}

/* An index of 2^59 is that of the first one for the processor. */
long length(const struct part *hs, size_t i) {
    return hs[i].len;
}

/* Behind the array is the sum. */
int byte(const struct packet *p, unsigned i) {
    return p->data[i];
}
