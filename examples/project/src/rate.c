#include "rate.h"

#define STEP 100

static int wrapped(int value, int low, int high) {
    if (value < low)
        return low;
    return value > high ? high : value;
}

/* The next rate on the way to the wanted one. */
int rate_step(int rate, int wanted) {
    if (rate < 0 || rate > 9600 || wanted < 0 || wanted > 9600)
        return 0;
    return rate + wrapped(wanted - rate, -STEP, STEP);
}

/* Whether a rate is less than a quarter of the most. */
int rate_is_low(int rate, int most) {
    if (most <= 0 || most > 9600)
        return 0;
    return wrapped(rate, 0, most) * 4 < most;
}
