// An access that begins inside and ends outside.
#include <string.h>

int main(void) {
    char buffer[6] = {0};
    long long *wide = (long long *)buffer;
    (void)wide;
    int n;
    memcpy(&n, buffer + 4, sizeof n);
    return n;
}
// ub: read of 4 bytes at offset 4 of the local variable `buffer`, which has 6 bytes at 9:5
