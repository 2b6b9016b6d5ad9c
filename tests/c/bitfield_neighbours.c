// Writing one bit-field of an uninitialised struct and reading it back touches its neighbours'
// uninitialised bits without depending on them.
#include <stdio.h>

struct flags {
    unsigned low : 3;
    unsigned middle : 10;
    int high : 7;
};

static int one_at_a_time(int n) {
    struct flags f;
    f.middle = n;
    int m = f.middle;
    f.high = -n;
    f.low = n & 7;
    return m * 10000 + f.high * 10 + f.low;
}

int main(void) {
    for (int i = 1; i < 6; i++)
        printf("%d\n", one_at_a_time(i));
    struct flags g, h;
    g.low = 6;
    h = g;
    printf("%d\n", h.low);
    return 0;
}
// expect: 9991
// expect: 19982
// expect: 29973
// expect: 39964
// expect: 49955
// expect: 6
