/* Operations on pointers and arrays that are undefined in C although the processor computes a result. */
#include <stddef.h>
#include <stdint.h>

struct part { long id, kind, other, len; };
struct packet { uint8_t data[8]; uint8_t sum; };

/* Two parameters that need not point into one object. */
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

/* For the processor, index 2^59 is index 0. */
long length(const struct part *hs, size_t i) {
    return hs[i].len;
}

/* The sum follows the array. */
int byte(const struct packet *p, unsigned i) {
    return p->data[i];
}

/* The path depends on the address of the buffer, which a test cannot choose. */
int aligned(const unsigned char *p) {
    if ((size_t)p & 7)
        return 1;
    return p[0];
}

/* The result depends on the address. */
size_t hashed(const int *p) {
    return (size_t)p / 8;
}

size_t number(const int *p) {
    return (size_t)p;
}

struct handle { size_t address; int count; };

/* Nothing depends on the address here, although it is converted to a number and stored as one. */
int counted(struct handle *h, int *p) {
    h->address = (size_t)p;
    int *q = (int *)h->address;
    h->count = *q > 3 ? 1 : 2;
    return h->count;
}
