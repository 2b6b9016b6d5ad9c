// stops: undefined behaviour: a byte of a string is used before it was given a value
#include <stdio.h>
int main(void) { char b[8]; b[0] = 65; puts(b); return 0; }
