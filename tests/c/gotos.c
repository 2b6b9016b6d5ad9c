// goto in and out of loops, computed goto as an interpreter uses it, label differences.
#include <stdio.h>

static int interpret(const unsigned char *code, int x) {
    static const void *const labels[] = {&&halt, &&inc, &&dbl, &&dec, &&loop};
    int counter = 3;
    goto *labels[*code];
inc:
    x++;
    goto *labels[*++code];
dbl:
    x *= 2;
    goto *labels[*++code];
dec:
    x -= 3;
    goto *labels[*++code];
loop:
    if (--counter > 0) code -= 3;
    goto *labels[*++code];
halt:
    return x;
}

static int relative(int n) {
    static const int offsets[] = {&&zero - &&zero, &&one - &&zero, &&two - &&zero};
    goto *(&&zero + offsets[n]);
zero: return 100;
one: return 101;
two: return 102;
}

static int search(int m[3][3], int wanted) {
    int i, j;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            if (m[i][j] == wanted) goto found;
    return -1;
found:
    return i * 3 + j;
}

int main(void) {
    static const unsigned char code[] = {1, 2, 3, 4, 1, 0};
    printf("%d %d\n", interpret(code, 5), interpret(code + 5, 9));
    printf("%d %d %d\n", relative(0), relative(1), relative(2));
    int m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    printf("%d %d\n", search(m, 6), search(m, 10));
    int i = 0;
again:
    if (i++ < 5) goto again;
    return i;
}
// expect: 28 9
// expect: 100 101 102
// expect: 5 -1
// status: 6
