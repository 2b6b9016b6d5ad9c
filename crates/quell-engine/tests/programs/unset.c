#include <stdarg.h>

/* What it returns was set only if a number is large. */
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

/* Nobody passes what it asks for. */
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

/* The second one is nobody's business. */
struct pair half(int a) {
    struct pair pair;
    pair.first = a + 1;
    return pair;
}
