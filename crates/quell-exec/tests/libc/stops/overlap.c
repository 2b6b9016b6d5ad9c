// stops: undefined behaviour: overlapping areas in `memcpy`
#include <string.h>
int main(void) { char b[8] = "abcdef"; void *(*volatile copy)(void *, const void *, size_t) = memcpy; copy(b + 1, b, 4); return 0; }
