/* A bit of a pointer is set as a tag and cleared again. */
#include <stdint.h>
int tagged(int x) {
    int v = x & 255;
    if (x < 10)
        return 0;
    uintptr_t word = (uintptr_t)&v | 1;
    return *(int *)(word & ~(uintptr_t)1) + 7;
}
