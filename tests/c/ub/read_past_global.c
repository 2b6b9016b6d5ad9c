// Reading past a global table.
#include <stdio.h>

static const short table[3] = {10, 20, 30};

static int lookup(int n) {
    return table[n];
}

int main(void) {
    printf("%d\n", lookup(2));
    printf("%d\n", lookup(3));
    return 0;
}
// expect: 30
// ub: read of 2 bytes at offset 6 of the global variable `table`, which has 6 bytes at 7:12
