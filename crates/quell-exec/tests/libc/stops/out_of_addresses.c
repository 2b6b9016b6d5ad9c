// stops: undefined behaviour: pointer arithmetic that leads far out of its object
#include <stdlib.h>
int main(void) { char *a = malloc(16); volatile long far = 1L << 62; char *b = a + far; return b - a; }
