// String literals have no name; a variable whose name looks like a generated one has a name.
#include <stdio.h>

static const int alloc_count[2] = {1, 2};

int main(int argc, char **argv) {
    const char *text = "short";
    printf("%d\n", alloc_count[argc]);
    return text[argc * 6];
}
// expect: 2
// ub: read of 1 byte at offset 6 of a string literal, which has 6 bytes at 9:12
