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

/* Which path is taken depends on where the buffer lies, and on nothing that a test can say. */
int aligned(const unsigned char *p) {
    if ((size_t)p & 7)
        return 1;
    return p[0];
}

/* So does the result. */
size_t hashed(const int *p) {
    return (size_t)p / 8;
}

size_t number(const int *p) {
    return (size_t)p;
}

struct handle { size_t address; int count; };

/* Here nothing does, although the address is a number for a while, and stays one in memory. */
int counted(struct handle *h, int *p) {
    h->address = (size_t)p;
    int *q = (int *)h->address;
    h->count = *q > 3 ? 1 : 2;
    return h->count;
}
