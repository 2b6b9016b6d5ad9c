// Static locals keep their values, are distinct per function, and are seen through pointers.
#include <stdio.h>

static int next(void) { static int n = 100; return ++n; }
static int *hidden_cell(void) { static int cell; return &cell; }
static int recursive(int n) { static int calls; calls++; return n > 0 ? recursive(n - 1) : calls; }
static const char *remember(const char *s) { static const char *last = "none"; const char *r = last; if (s) last = s; return r; }
static int other(void) { static int n = 1; n *= 3; return n; }

int main(void) {
    int a = next(), b = next();
    int c = other();
    printf("%d %d %d %d\n", a, b, c, other());
    *hidden_cell() += 5;
    *hidden_cell() *= 3;
    printf("%d\n", *hidden_cell());
    int d = recursive(4);
    printf("%d %d\n", d, recursive(2));
    remember("first");
    printf("%s %s\n", remember("second"), remember(0));
    return 0;
}
// expect: 101 102 3 9
// expect: 15
// expect: 5 8
// expect: first second
