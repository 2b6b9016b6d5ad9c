// Global initialisers: address constants, nested aggregates, designators, strings, functions, sizes.
#include <stdint.h>
#include <stdio.h>
#include <wchar.h>

struct node { int value; const struct node *next; };
static int numbers[10] = {[3] = 33, 34, [9] = 99};
static int *const middle = &numbers[4];
static int *last = numbers + 9;
static const char *names[] = {"zero", "one", [4] = "four"};
static char text[8] = "abc";
static const char exact[3] = "xyz";
static const struct node third = {3, 0}, second = {2, &third}, first = {1, &second};
static int twice(int n) { return 2 * n; }
static struct { int (*f)(int); struct { short s; double d; } inner[2]; const void *self; } record =
    {twice, {{1, 1.5}, {.d = 2.5}}, &record};
static const char *tail = "suffix" + 3;
static uintptr_t distance = (uintptr_t)sizeof(numbers) / sizeof *numbers;
static long difference = (char *)&((struct node *)0)->next - (char *)0;
static int zeroes[1000];
int tentative;
static union { int i; char c[4]; } u = {.c = {1, 2, 3, 4}};
static _Complex double z = 1.0;
static const wchar_t *wide = L"\u00e9\x1F600";

int main(void) {
    printf("%d %d %d %ld\n", *middle, *last, middle[-1], (long)(last - middle));
    printf("%s %s %d %s\n", names[1], names[4], names[2] == 0, text);
    printf("%d %.3s %d\n", text[7], exact, (int)sizeof exact);
    int sum = 0;
    for (const struct node *n = &first; n; n = n->next) sum = sum * 10 + n->value;
    printf("%d %d %g %g %d\n", sum, record.f(21), record.inner[0].d, record.inner[1].d, record.self == &record);
    printf("%s %d %ld %d %d %x\n", tail, (int)distance, difference, zeroes[999], tentative, u.i);
    printf("%g %d %x %x\n", __real__ z, record.inner[1].s, (unsigned)wide[0], (unsigned)wide[1]);
    return 0;
}
// expect: 34 99 33 5
// expect: one four 1 abc
// expect: 0 xyz 3
// expect: 123 42 1.5 2.5 1
// expect: fix 10 8 0 0 4030201
// expect: 1 0 e9 1f600
