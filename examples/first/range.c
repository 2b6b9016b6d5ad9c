#include <quell.h>

int clamp(int value, int low, int high) {
    quell_assume(low <= high);
    if (value < low)
        return low;
    if (value > high)
        return high;
    return value;
}
