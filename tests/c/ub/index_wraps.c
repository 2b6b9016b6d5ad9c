// The size of the elements times the index is 2^64: natively this reads the first element.
#include <stdlib.h>

struct h { long a, b, len, c; };

int main(int argc, char **argv) {
    struct h hs[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    size_t i = (size_t)argc << 59;
    return (int)hs[i].len;
}
// ub: overflow in pointer arithmetic: the address does not fit at 9:17
