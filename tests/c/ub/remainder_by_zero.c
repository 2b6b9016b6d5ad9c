// Unsigned remainder by zero.
#include <stdio.h>

int main(void) {
    unsigned char n = 255;
    n++;
    printf("%u\n", 77u % n);
    return 0;
}
// ub: division by zero in `%` at 7:24
