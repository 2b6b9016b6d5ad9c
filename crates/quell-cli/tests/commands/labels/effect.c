#include <quell.h>

int count;

int next(void) {
    count++;
    return count;
}

int f(int a) {
    quell_label(a++ > 3, 1, "SIDE");
    quell_label(next() > 3, 2, "SIDE");
    quell_label(a > 3, a, "NUMBER");
    return a;
}
