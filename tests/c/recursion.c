// Recursion: deep, mutual, with arrays on the stack.
#include <stdio.h>

static unsigned ackermann(unsigned m, unsigned n) {
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int moves;
static void hanoi(int n, char a, char b, char c) {
    if (n == 0) return;
    hanoi(n - 1, a, c, b), moves++, hanoi(n - 1, c, b, a);
}
static int queens(int n, int row, unsigned columns, unsigned left, unsigned right) {
    if (row == n) return 1;
    int count = 0;
    for (int c = 0; c < n; c++) {
        unsigned bit = 1u << c;
        if ((columns | left | right) & bit) continue;
        count += queens(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return count;
}
static long depth(int n) {
    volatile int local[4] = {n, n, n, n};
    return n == 0 ? 0 : local[n & 3] + depth(n - 1);
}

int main(void) {
    printf("%u %d %d\n", ackermann(2, 7), even(501), odd(501));
    hanoi(8, 'a', 'b', 'c');
    printf("%d %d %ld\n", moves, queens(6, 0, 0, 0, 0), depth(5000));
    return 0;
}
// expect: 17 0 1
// expect: 255 4 12502500
