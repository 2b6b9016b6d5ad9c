#include <assert.h>
#include <stdio.h>

static int check(int value) {
    assert(value < 10 && "small");
    return value;
}

int main(void) {
    printf("%d\n", check(3));
    fflush(stdout);
    return check(12);
}
