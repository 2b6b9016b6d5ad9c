// faults: AOR
// Whether there is enough memory can be seen, so nobody leaves out the question.
#include <stdlib.h>

int enough(long n) {
    void *p = malloc(n + 3);
    if (!p)
        return -1;
    free(p);
    return 1;
}
