// stops: undefined behaviour: pointer arithmetic that leads far out of its object
#include <stdlib.h>
int main(void) { char *a = malloc(16), *b = malloc(16); b[0] = 42; long far = 1L << 32; return a[far]; }
