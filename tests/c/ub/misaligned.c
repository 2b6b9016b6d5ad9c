// An int at an odd address.
#include <stdio.h>

int main(void) {
    _Alignas(8) char bytes[8] = {0, 1, 0, 0, 0, 2, 0, 0};
    int *p = (int *)(bytes + 1);
    printf("%d\n", *p);
    return 0;
}
// ub: which is not aligned to 4 bytes at 7:20
