#include <quell.h>

int f(unsigned char a) {
    if (a > 10) {
        quell_label(a < 5, 1, "DEAD");
        return 1;
        quell_label(a == 12, 2, "LEFT");
    }
    quell_label(a == 7, 3, "ALIVE");
    return 0;
}
