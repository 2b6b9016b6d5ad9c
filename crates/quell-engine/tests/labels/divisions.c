/* One division in each function. */
int plain(signed char a, signed char b) { return a / b; }

int later(signed char a) {
    int sum = 0;
    for (int i = 3; i >= 0; i--)
        sum += a / i;
    return sum;
}

int always(int a) {
    int zero = 0;
    return a / zero;
}

int guarded(int a) {
    if (a <= 0)
        return 0;
    int more = a + 1;
    if (more > 0)
        return 1;
    return 7 / (more - more);
}
