// stops: undefined behaviour: read of 1 byte at offset 4294967296 of a block from malloc, which has 16 bytes
#include <stdlib.h>
int main(void) { char *a = malloc(16), *b = malloc(16); b[0] = 42; long far = 1L << 32; return a[far]; }
