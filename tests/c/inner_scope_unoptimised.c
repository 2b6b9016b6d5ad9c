// levels: O0
// A variable of an inner block after the block ended. Unoptimised code keeps it alive, so this
// says what clang makes of it: no report, the last value.
#include <stdio.h>

int main(void) {
    int *p;
    {
        int inner = 9;
        p = &inner;
    }
    puts("outside");
    return *p - 9;
}
// expect: outside
