// stops: undefined behaviour: free of the local variable `b`, which was not allocated by malloc, calloc or realloc, or not at its start
#include <stdlib.h>
int main(void) { char b[4]; free(b); return 0; }
