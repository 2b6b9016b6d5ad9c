// stops: undefined behaviour: free of a block from malloc a second time
#include <stdlib.h>
int main(void) { char *b = malloc(4); free(b); return realloc(b, 8) == 0; }
