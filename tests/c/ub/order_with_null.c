// The order of a pointer and null.
#include <stddef.h>

int main(int argc, char **argv) {
    int a[2] = {1, 2};
    int *p = a, *q = argc > 5 ? a : NULL;
    return p > q;
}
// ub: the order of pointers to different objects at 7:14
