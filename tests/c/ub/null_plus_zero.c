// C does not even allow null plus zero.
#include <stddef.h>

int main(int argc, char **argv) {
    char *p = argc > 5 ? argv[0] : NULL;
    char *q = p + (argc - 1);
    return q == p;
}
// ub: pointer arithmetic on a null pointer at 6:17
