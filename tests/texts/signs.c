/* Texts that once said something else than their edits do: two signs that became one operator, and a constant with
   no room for one more before it is converted. */
#include <limits.h>

double opposite(double z) {
    return -z;
}

int difference(int a, int b) {
    return a-b;
}

int is_large(long number) {
    return number > INT_MAX;
}

int is_small(long number) {
    return number < INT_MIN;
}
