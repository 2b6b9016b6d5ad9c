// Comma, logical operators and ?: evaluate in order and stop early; side effects happen once.
#include <stdio.h>

static int calls;
static int yes(int n) { calls = calls * 10 + n; return 1; }
static int no(int n) { calls = calls * 10 + n; return 0; }

int main(void) {
    int a = (yes(1), no(2), 5);
    int b = no(3) && yes(4);
    int c = yes(5) || yes(6);
    int d = no(7) ? yes(8) : a++ + 1;
    printf("%d %d %d %d %d\n", a, b, c, d, calls);
    int i = 0, v[4] = {0};
    v[i++] = 10;
    ++i;
    v[i] = i + 20;
    i -= 1, i *= 2;
    printf("%d %d %d\n", v[0], v[2], i);
    int n = 5;
    while (n --> 0) if (n == 3) continue; else if (n == 1) break;
    printf("%d\n", n);
    return 0;
}
// expect: 6 0 1 6 12357
// expect: 10 22 2
// expect: 1
