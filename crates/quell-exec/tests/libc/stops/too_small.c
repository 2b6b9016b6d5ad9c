// stops: undefined behaviour: write of 7 bytes at offset 0 of a block from malloc, which has 4 bytes
#include <stdlib.h>
#include <string.h>
int main(void) { char *b = malloc(4); strcpy(b, "longer"); return 0; }
