#include <math.h>

/* Only the first condition needs an input that no query finds. */
int behind(int n, int m) {
    double c = cos((double)n);
    if (c > 0.9 && c < 0.91) {
        if (m == 12345)
            return 1;
        return 2;
    }
    return 3;
}
