/* Functions that are expensive to explore, or whose mutants need large inputs. */

/* The length of the longest run of equal elements. */
int plateau(const int *a, int n) {
    int longest = 0, run = 0;
    for (int i = 0; i < n; i++) {
        run = i > 0 && a[i] == a[i - 1] ? run + 1 : 1;
        if (run > longest)
            longest = run;
    }
    return longest;
}

/* No valid input of the original accesses the table out of bounds; a mutant may do so. */
int days(int from, int to) {
    static const int length[13] = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (from < 1 || to > 12 || from > to)
        return -1;
    int sum = 0;
    for (int month = from; month < to; month++)
        sum += length[month];
    return sum;
}

/* Some inputs kill mutants; simplifying them leads to inputs on which the loop never ends. */
int steps(unsigned char n, unsigned char step) {
    int count = 0;
    for (int left = n; left > 0; left -= step)
        count++;
    return count;
}

/* A loop with more iterations than most, which is unwound completely. */
unsigned repeated(unsigned k) {
    unsigned sum = 0;
    for (int i = 0; i < 1500; i++)
        sum += k;
    return sum;
}
