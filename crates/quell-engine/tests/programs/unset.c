#include <stdarg.h>

/* The result is uninitialised unless the number is large. */
int sometimes(int a) {
    int kept[2];
    int *at = kept;
    if (a > 3)
        at[0] = a;
    return at[0] + 1;
}

int never(int a) {
    int kept;
    int *at = &kept;
    return *at + a;
}

/* No caller passes the variadic argument. */
int next(int n, ...) {
    va_list list;
    va_start(list, n);
    int first = n > 0 ? va_arg(list, int) : 0;
    va_end(list);
    return first + n;
}

struct pair {
    int first, second;
};

/* The uninitialised member is not observable. */
struct pair half(int a) {
    struct pair pair;
    pair.first = a + 1;
    return pair;
}
