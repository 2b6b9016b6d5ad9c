// stops: unsupported: `fopen`: programs have the standard streams and no other files
#include <stdio.h>
int main(void) { return fopen("file", "r") == 0; }
