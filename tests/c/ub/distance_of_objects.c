// The distance of pointers to two objects.
#include <stdlib.h>

int main(void) {
    char *a = malloc(4), *b = malloc(4);
    long between = b - a;
    free(a);
    free(b);
    return between == 0;
}
// ub: the distance of pointers to different objects at 6:22
