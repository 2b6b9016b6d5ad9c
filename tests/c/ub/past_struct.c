// Walking over the end of an array in a struct and out of the struct.
#include <stdio.h>

struct record {
    int id;
    int scores[2];
};

int main(void) {
    struct record r = {7, {1, 2}};
    int *p = r.scores;
    printf("%d\n", p[1]);
    printf("%d\n", p[2]);
    return 0;
}
// expect: 2
// ub: read of 4 bytes at offset 12 of the local variable `r`, which has 12 bytes at 13:20
