#include <math.h>

int rounded(int n) {
    if (n < 3)
        return 0;
    double c = cos((double)n);
    if (c > 2.0)
        return 1;
    return 2;
}
