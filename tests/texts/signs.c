/* Former errors: texts differed from their edits. Two signs became one operator, and a constant overflowed
   when one was added before its conversion. */
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
