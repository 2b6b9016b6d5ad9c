// An array of variable length without elements. A block of `alloca` may be empty.
#include <stdlib.h>

static int cells(int n) {
    char *block = __builtin_alloca(n);
    int cells[n];
    return (block != 0) + (int)(sizeof cells);
}

int main(void) {
    return cells(atoi("0"));
}
// ub: an array of variable length without elements at 6:5
