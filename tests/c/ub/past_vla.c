// Beyond a variable length array.
#include <stdio.h>

static int sum(int n) {
    int v[n];
    for (int i = 0; i < n; i++) v[i] = i;
    int total = 0;
    for (int i = n; i >= 0; i--) total += v[i];
    return total;
}

int main(void) {
    printf("%d\n", sum(3));
    return 0;
}
// ub: read of 4 bytes at offset 12 of the local variable `vla`, which has 12 bytes at 8:43
