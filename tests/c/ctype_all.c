// ctype.h on every character and EOF.
#include <ctype.h>
#include <stdio.h>

int main(void) {
    unsigned long sums[12] = {0}, moved = 0;
    for (int c = -1; c < 256; c++) {
        int truths[12] = {isalnum(c), isalpha(c), isblank(c), iscntrl(c), isdigit(c), isgraph(c), islower(c), isprint(c),
                          ispunct(c), isspace(c), isupper(c), isxdigit(c)};
        for (int i = 0; i < 12; i++) sums[i] = sums[i] * 3 + (truths[i] != 0);
        moved = moved * 31 + (unsigned)tolower(c) * 7 + (unsigned)toupper(c);
    }
    for (int i = 0; i < 12; i++) printf("%lx ", sums[i]);
    printf("%lx\n", moved);
    return 0;
}
// expect: 6579ba0897f5c56c 2e7ac89a9d302f38 e2a3067209be98c4 82c620b6628d7941 36fef16dfac59634 e1c8ed093ebc1c94 81aebfc9036a0c9c 262104a05bc7c3bf 7c4f3300a6c65728 92c80775da49882c accc08d199c6229c 3fed6d5c0c22ffbc af73f9f3fd4ecbf8
