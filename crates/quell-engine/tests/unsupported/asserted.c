/* The output tells which assertion fails. */
#include <assert.h>
int asserted(int x, int y) {
    if (y == 3)
        x = -1;
    assert(x > 0);
    assert(y != 3);
    return x;
}
