// Variable length arrays and alloca: two dimensions, sizeof, in loops, as parameters.
#include <alloca.h>
#include <stdio.h>
#include <string.h>

static long trace(int n, int m[n][n]) {
    long t = 0;
    for (int i = 0; i < n; i++) t += m[i][i];
    return t;
}

static int fill(int n) {
    int m[n][n + 1];
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= n; j++) m[i][j] = i * 10 + j;
    return m[n - 1][n] + (int)(sizeof m / sizeof(int));
}

int main(void) {
    int total = 0;
    for (int n = 1; n < 10; n++) {
        int row[n];
        for (int i = 0; i < n; i++) row[i] = i * n;
        total += row[n - 1] + fill(n);
    }
    printf("%d\n", total);
    int square[4][4];
    for (int i = 0; i < 16; i++) square[i / 4][i % 4] = i;
    printf("%ld\n", trace(4, square));
    char *list = 0;
    for (int i = 0; i < 5; i++) {
        char *node = alloca(sizeof(char *) + 8);
        memcpy(node, &list, sizeof list);
        snprintf(node + sizeof list, 8, "n%d", i);
        list = node;
    }
    while (list) {
        printf("%s ", list + sizeof list);
        memcpy(&list, list, sizeof list);
    }
    printf("\n");
    return 0;
}
// expect: 975
// expect: 30
// expect: n4 n3 n2 n1 n0
