#include <stdlib.h>

/* If the number is 5, the value of the fourth byte has no effect, and the byte need not exist. */
int with_fourth(unsigned char first) {
    unsigned char *s = calloc(first < 5 ? 4 : 1, 1);
    int all = -1;
    if (first < 5) {
        all = first * 1000 + s[3];
        if (all > 4999)
            all = -1;
    }
    free(s);
    return all;
}
