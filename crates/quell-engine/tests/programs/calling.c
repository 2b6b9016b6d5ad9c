/* Functions that call each other, a loop, and mutants with the same code. */

int limit = 9;

static int clamp(int value, int low, int high) {
    if (value < low)
        return low;
    if (value > high)
        return high;
    return value;
}

int percent(int part) { return clamp(part, 0, 100); }

int below(unsigned char count) {
    int sum = 0;
    for (int i = 0; i < (count & 3); i++)
        sum += i < limit;
    return sum;
}

int sign(int x) { return (x > 0) - (x < 0); }
