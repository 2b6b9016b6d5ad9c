/* Functions with constraints that can be read off. */

int larger(int m, int n) {
    int max = m;
    if (n > m)
        max = n;
    return max;
}

int sum(int i, int j, int k) {
    if (i + k >= j)
        return 1;
    return 2;
}

int both(int a, int b) {
    if (a > 3 && b > 7)
        return 1;
    return 2;
}

int fourth(int n) {
    int i, sum = 0;
    for (i = 0; i < n; i++) {
        if (i == 3)
            return 7;
        sum = sum + i;
    }
    return sum;
}

int squared(int a) {
    if (a > 10 || a < -10)
        return 0;
    int square = a * a;
    return square;
}

int bounded(int a) {
    if (a < 0)
        return 0;
    int small = a;
    return small;
}
