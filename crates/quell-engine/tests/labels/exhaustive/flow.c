/* Loops, several definitions, dead code. */
int popcount(unsigned char x) {
    int n = 0;
    for (int i = 0; i < 8; i++) {
        if (x & (1u << i))
            n++;
        if (n > 8)
            return -1;
    }
    return n;
}

int digits(unsigned char x) {
    int n = 1;
    while (x > 9) {
        x = x / 10;
        n = n + 1;
    }
    if (n == 4)
        n = 0;
    return n;
}

int clamp(signed char value, signed char low) {
    int result = value;
    if (value < low)
        result = low;
    if (result > 100)
        result = 100;
    if (result < low && low <= 100)
        result = 0;
    return result;
}

int state(unsigned char x) {
    int s = 0;
    switch (x & 3) {
    case 0: s = 1; break;
    case 1: s = x > 200; break;
    case 4: s = 9; break;
    default: s = 2;
    }
    return s == 9 || s == 2;
}
