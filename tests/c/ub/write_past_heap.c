// Writing past an allocation: the terminating zero has no room.
#include <stdlib.h>

int main(void) {
    const char *text = "hello";
    char *copy = malloc(5);
    for (int i = 0; i < 6; i++)
        copy[i] = text[i];
    return copy[0] == 'h' ? 0 : 1;
}
// ub: write of 1 byte at offset 5 of a block from malloc, which has 5 bytes at 8:17
