// Each function is defined if and only if it is called with the values in tests/defined.json.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Undefined behaviour if a value is passed wrongly. */
static void arrived(int holds)
{
    volatile int zero = 0;
    if (!holds)
        zero = 1 / zero;
}

struct point {
    double x;
    float y;
};
struct large {
    long values[5];
    char name[3];
};
struct list {
    int value;
    struct list *next;
};
enum colour { RED, GREEN = 5 };

static int counter = 7;
int limit;
int next_number(void);
double measure(const char *what);

static void private(int a) { arrived(a == -3); }
void (*get_private(void))(int) { return private; }
void numbers(signed char a, unsigned short b, long long c, _Bool d) { arrived(a == -5 && b == 65535 && c == -1 && d); }
void floats(float a, double b) { arrived(a == 0.5f && b != b); }
void by_value(struct point p, struct large l) { arrived(p.x == 1.5 && p.y == 2.5f && l.values[4] == 5 && l.name[2] == 'c'); }
struct large result(int a) { arrived(a == 1); return (struct large){{1}, "ab"}; }
void linked(struct list *l) { arrived(l->value == 1 && l->next->value == 2 && l->next->next == NULL); }
void colours(enum colour c) { arrived(c == GREEN); }
void texts(const char *s, const char *t) { arrived(strcmp(s, "ab\n") == 0 && t == NULL); }
void globals(void) { arrived(counter == 9 && limit == 10); }
void outside(void) { arrived(next_number() == 4 && next_number() == 6 && measure("x") == 0.25); }
void input(void) { arrived(getchar() == 'q' && getchar() == EOF); }
void callback(int (*f)(int)) { arrived(f(1) == 11 && f(2) == 12); }
void ends(int a) { if (a == 1) abort(); if (a == 2) exit(3); assert(a == 4); }
void empty(const char *start, int n) { while (n-- > 0) start++; }
void too_large(size_t size) { char *block = malloc(size); arrived(block == NULL); }
void traps(int a) { if (a == 1) __builtin_trap(); }
