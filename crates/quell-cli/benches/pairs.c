/* Pairs of functions that do the same, hard to prove with one question about both as a whole. */

int leap(int year) {
    if (year % 400 == 0)
        return 1;
    if (year % 100 == 0)
        return 0;
    return year % 4 == 0;
}

int leap_at_once(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

enum { FIVE = 5, TEN = 10 };

void sort(int a[FIVE]) {
    for (int i = 0; i < FIVE - 1; i++)
        for (int j = 0; j < FIVE - 1 - i; j++)
            if (a[j] > a[j + 1]) {
                int held = a[j];
                a[j] = a[j + 1];
                a[j + 1] = held;
            }
}

/* Swaps equal neighbours as well. */
void sort_swapping(int a[FIVE]) {
    for (int i = 0; i < FIVE - 1; i++)
        for (int j = 0; j < FIVE - 1 - i; j++)
            if (a[j] >= a[j + 1]) {
                int held = a[j];
                a[j] = a[j + 1];
                a[j + 1] = held;
            }
}

unsigned gcd(unsigned a, unsigned b) {
    while (b != 0) {
        unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

unsigned gcd_above_zero(unsigned a, unsigned b) {
    while (b > 0) {
        unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

int least(const int a[TEN]) {
    int least = a[0];
    for (int i = 1; i < TEN; i++)
        if (a[i] < least)
            least = a[i];
    return least;
}

int least_of_equal(const int a[TEN]) {
    int least = a[0];
    for (int i = 1; i < TEN; i++)
        if (a[i] <= least)
            least = a[i];
    return least;
}
