// stops: unsupported: `open_memstream`: programs have the standard streams and no other files
#include <stdio.h>
int main(void) { char *text; size_t size; return open_memstream(&text, &size) == 0; }
