// stops: undefined behaviour: a call through a pointer that is not a function
#include <stdlib.h>
int main(void) { int a[2] = {2, 1}; qsort(a, 2, sizeof *a, NULL); return 0; }
