// operators: AOR
// The failure of an allocation is observable, so the compiler must not remove the check.
#include <stdlib.h>

int enough(long n) {
    void *p = malloc(n + 3);
    if (!p)
        return -1;
    free(p);
    return 1;
}
