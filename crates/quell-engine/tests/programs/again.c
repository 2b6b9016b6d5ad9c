/* Mutants whose states converge with the original where branches merge, which takes a query; and similar mutants
   that do not converge. */

/* Subtracting 1 from an odd number, or adding 1 to an even one, before it is halved has no effect. */
unsigned remainder_of(unsigned x) {
    for (int i = 0; i < 8; i++)
        x = x & 1 ? x >> 1 ^ 0xEDB88320u : x >> 1;
    return x;
}

/* Swapping equal elements has no effect, unless swaps are counted. */
int passed(signed char a, signed char b, signed char c) {
    signed char held[3] = {a, b, c};
    for (int j = 0; j < 2; j++)
        if (held[j] > held[j + 1]) {
            signed char t = held[j];
            held[j] = held[j + 1];
            held[j + 1] = t;
        }
    return held[0] + 2 * held[1] + 4 * held[2];
}

int counted(signed char a, signed char b, signed char c) {
    signed char held[3] = {a, b, c};
    int swaps = 0;
    for (int j = 0; j < 2; j++)
        if (held[j] > held[j + 1]) {
            signed char t = held[j];
            held[j] = held[j + 1];
            held[j + 1] = t;
            swaps++;
        }
    return swaps;
}

/* A mutant sets a variable that the original does not set, and reads it in the next iteration. */
int unread(int n) {
    int x, sum = 0;
    for (int i = 0; i < 3; i++)
        if (i > 5) {
            if (i) sum += x;
            x = 0;
        }
    return sum + n;
}
