#include <stdlib.h>

/* Few numbers are months; the function aborts on all others. */
int within(int month, int day) {
    if (month < 0 || month > 11)
        abort();
    return day > 31 ? 31 : day;
}
