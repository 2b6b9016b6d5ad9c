// A library function that writes past its destination.
#include <stdio.h>
#include <string.h>

int main(void) {
    char small[4];
    strcpy(small, "four");
    puts(small);
    return 0;
}
// ub: write of 5 bytes at offset 0 of the local variable `small`, which has 4 bytes at 7:5
