// stops: undefined behaviour: `stdio`: the pointer is not an open stream
#include <stdio.h>
int main(void) { int x = 0; fputs("lost", (FILE *)&x); return 0; }
