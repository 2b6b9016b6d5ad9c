// stops: undefined behaviour: pointer arithmetic that leads to offset 4611686018427387904 of a block from malloc, which has 16 bytes
#include <stdlib.h>
int main(void) { char *a = malloc(16); volatile long far = 1L << 62; char *b = a + far; return b - a; }
