// strlen of characters without a terminating zero.
#include <stdio.h>
#include <string.h>

int main(void) {
    char letters[3] = {'a', 'b', 'c'};
    printf("%zu\n", strlen(letters));
    return 0;
}
// ub: read of 1 byte at offset 3 of the local variable `letters`, which has 3 bytes at 7:21
