/* Greatest common divisor and binary search. */

unsigned gcd(unsigned a, unsigned b) {
    while (b != 0) {
        unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The place of a value in a sorted array, or -1. */
int binary_search(const int a[], int n, int value) {
    int low = 0;
    int high = n - 1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (a[middle] == value)
            return middle;
        if (a[middle] < value)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}
