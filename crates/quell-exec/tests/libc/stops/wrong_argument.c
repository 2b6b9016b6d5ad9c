// stops: undefined behaviour: `printf`: argument 2 is not a double
#include <stdio.h>
int main(void) { printf("%f\n", 1); return 0; }
