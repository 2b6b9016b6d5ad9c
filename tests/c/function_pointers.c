// Function pointers: tables, callbacks, comparison, functions returning functions, in structs.
#include <stdio.h>
#include <stdlib.h>

typedef int (*binary)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static const struct { char name; binary f; } table[] = {{'+', add}, {'-', sub}, {'*', mul}};

static binary find(char name) {
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].name == name) return table[i].f;
    return 0;
}

static int fold(const int *v, int n, int start, binary f) {
    while (n--) start = f(start, *v++);
    return start;
}

static int descending(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }

struct animal { const char *name; void (*speak)(const struct animal *); };
static void bark(const struct animal *a) { printf("%s: woof\n", a->name); }
static void meow(const struct animal *a) { printf("%s: meow\n", a->name); }

int main(void) {
    int v[] = {3, 1, 4, 1, 5, 9, 2, 6};
    printf("%d %d %d\n", fold(v, 8, 0, add), fold(v, 8, 100, sub), fold(v, 8, 1, find('*')));
    printf("%d %d %d\n", find('?') == 0, find('+') == add, find('-') == (binary)mul);
    qsort(v, 8, sizeof *v, descending);
    for (int i = 0; i < 8; i++) printf("%d", v[i]);
    printf("\n");
    struct animal zoo[] = {{"rex", bark}, {"tom", meow}};
    for (int i = 0; i < 2; i++) zoo[i].speak(&zoo[i]);
    binary (*finder)(char) = &find;
    printf("%d\n", (*finder('*'))(6, 7));
    return 0;
}
// expect: 31 69 6480
// expect: 1 1 0
// expect: 96543211
// expect: rex: woof
// expect: tom: meow
// expect: 42
