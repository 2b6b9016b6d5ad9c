#include <stdlib.h>

int checked(int a) {
    if (a == 3)
        abort();
    if (a > 3 && a < 3)
        return 1;
    return a;
}
