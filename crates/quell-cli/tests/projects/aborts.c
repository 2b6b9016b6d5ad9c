#include <assert.h>
#include <stdlib.h>

int half(int n)
{
    assert(n >= 0);
    return n / 2;
}

/* That `half` refuses what this function lets through shows only where this function aborts. */
int quarter(int n)
{
    if (n < 0)
        abort();
    return half(n) / 2;
}
