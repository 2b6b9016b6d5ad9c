// stops: undefined behaviour: `printf`: there are fewer arguments than are read
#include <stdio.h>
int main(void) { printf("%d %d\n", 1); return 0; }
