// stops: undefined behaviour: read of 1 byte at offset 3 of the local variable `b`, which has 3 bytes
#include <string.h>
int main(void) { char b[3] = {1, 2, 3}; return strlen(b); }
