// A pointer stored in a struct moves out of its object into a neighbour, to which another pointer points legally.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct row { int *cells; };

int main(void) {
    struct row rows[2] = {{malloc(65536)}, {malloc(65536)}};
    rows[0].cells[0] = rows[1].cells[0] = 5;
    uintptr_t from = (uintptr_t)rows[0].cells, to = (uintptr_t)rows[1].cells;
    long distance = (long)(to - from) / (long)sizeof(int);
    printf("%d\n", rows[0].cells[distance]);
    return 0;
}
// ub: read of 4 bytes at offset 69648 of a block from malloc, which has 65536 bytes at 13:20
