// Blocks of more than 2 GiB of which hardly anything is used.
#include <stdio.h>
#include <stdlib.h>

#define GIB (1ul << 30)

int main(void) {
    size_t count = 3 * GIB / sizeof(int);
    int *zeros = calloc(count, sizeof(int));
    unsigned char *raw = malloc(2 * GIB + 5);
    if (!zeros || !raw) return 1;
    zeros[1] = 17;
    zeros[count - 1] = 25;
    raw[0] = 1;
    raw[2 * GIB + 4] = 2;
    int *end = zeros + count;
    printf("%d %d\n", zeros[1] + zeros[count - 1], zeros[count / 2]);
    printf("%d %td\n", raw[0] + raw[2 * GIB + 4], end - zeros);
    free(raw);
    free(zeros);
    return 0;
}
// expect: 42 0
// expect: 3 805306368
