#include <quell.h>

int f(unsigned char a) {
    return a;
    quell_label(a == 12, 1, "LEFT");
}

static int unused(int a) {
    quell_label(a == 12, 2, "UNUSED");
    return a;
}
