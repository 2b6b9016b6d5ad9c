/* Mutants allocate blocks of other sizes. */
#include <stdlib.h>
void *block(void) { return malloc(16); }
