// A pointer made from a number that is the address of no object.
#include <stdint.h>

int main(void) {
    int *p = (int *)(uintptr_t)0x12345678;
    return *p;
}
// ub: read through a pointer to no object (address 0x12345678) at 6:12
