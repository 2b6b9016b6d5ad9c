// stops: undefined behaviour: `printf`: the format has an unknown conversion
#include <stdio.h>
int main(void) { printf("%y\n", 1); return 0; }
