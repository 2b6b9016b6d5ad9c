// flags: -Wno-return-type
// A function that forgets to return, and whose result is used.
#include <stdio.h>

static int forgets(int n) {
    if (n > 0) return n;
}

int main(void) {
    printf("%d\n", forgets(1));
    printf("%d\n", forgets(-1));
    return 0;
}
// expect: 1
// ub: an argument of printf is used before it was given a value at 11:5
