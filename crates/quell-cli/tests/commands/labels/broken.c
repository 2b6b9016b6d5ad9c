#include <quell.h>
int f(int a) {
    quell_label(a > 3, 1, 0);
    return a;
}
