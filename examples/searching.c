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

/* Mutants, counted by hand.
     gcd by symbmc: AOR 4, ROR 5, IVI 20
     gcd by sufficient: AOR 4, ROR 7, ABS 7, UOI 39
     gcd by mothra: AOR 6, ROR 7, ABS 7, UOI 22, CSR 6, RSR 3, SAN 4, SCR 2, SDL 3, SRC 2, SVR 12
     gcd by extended: SDL 3, SRC 2, CND 3, RVR 4, INI 1
     binary_search by symbmc: AOR 24, ROR 15, IVI 58
     binary_search by sufficient: AOR 24, ROR 21, ABS 63, UOI 89
*/
