/* Bounds, and assumptions that shape the inputs. */

/* Its loop is unwound up to a bound, and the array has a size: neither matters for the comparison of two variables. */
int capped(const int *values, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++) {
        int value = values[i];
        int most = value;
        if (most > 100)
            most = 100;
        sum += most & 7;
    }
    return sum;
}

/* A load needs more than registers. */
int loaded(const int *value) {
    return *value > 100 ? 100 : *value;
}
