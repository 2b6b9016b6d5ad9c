#include <assert.h>
#include <stdlib.h>

int half(int n)
{
    assert(n >= 0);
    return n / 2;
}

/* A missing check in this function is observable only on inputs on which the original aborts: `half` asserts the same. */
int quarter(int n)
{
    if (n < 0)
        abort();
    return half(n) / 2;
}
