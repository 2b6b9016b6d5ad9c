// The classic: the product of two unsigned shorts is computed as int.
#include <stdio.h>

int main(void) {
    unsigned short a = 65535, b = 65535;
    unsigned product = a * b;
    printf("%u\n", product);
    return 0;
}
// ub: signed overflow in `*` at 6:26
// wrap: 4294836225
