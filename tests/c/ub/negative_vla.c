// An array of variable length with a length below zero.
#include <stdlib.h>

static int last(int n) {
    int cells[n];
    cells[0] = n;
    return cells[0];
}

int main(void) {
    return last(-atoi("3"));
}
// ub: an array of 4294967293 elements: a negative length, or more than any stack holds at 5:5
