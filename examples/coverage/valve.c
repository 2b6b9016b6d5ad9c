#include <quell.h>

/* Whether the valve opens: 1 by itself, 2 by hand. */
int valve(int level, int pump, int hand) {
    quell_label(level == 100 && pump, 1, "FULL");
    if (level > 90 && pump && level != 95)
        return 1;
    if (hand || (level > 90 && level < 80))
        return 2;
    return 0;
}

int share(int total, int parts) {
    int each = 0;
    if (total > 0)
        each = total / parts;
    return each;
}
