// Operations on pointers and arrays that are just within the rules of C.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct packet { unsigned char data[8]; unsigned char sum; };
struct old_style { int n; int at[1]; };
struct flexible { int n; int at[]; };
struct zero { int n; int at[0]; };
struct longer { int n; int at[2]; };
struct link { struct link *next; };
struct item { int value; struct link link; };
struct point { int x, y; };

static int total(const int *from, const int *to) {
    int sum = 0;
    while (from < to)
        sum += *from++;
    return sum;
}

static int backwards(const int *from, const int *to) {
    int sum = 0;
    while (to > from)
        sum = 10 * sum + *--to;
    return sum;
}

static int members(struct packet *p, int i) {
    unsigned char *end = &p->data[i];
    int sum = 0;
    for (unsigned char *at = p->data; at != end; at++)
        sum += *at;
    return sum * 100 + (int)(end - p->data) * 10 + p->data[i - 1];
}

#define ITEM(of) ((struct item *)((char *)(of) - offsetof(struct item, link)))

int main(int argc, char **argv) {
    int a[5] = {1, 2, 3, 4, 5}, none[1];
    printf("%d %d %d\n", total(a, a + 5), backwards(a, &a[5]), total(none, none));
    struct packet p = {{1, 2, 3, 4, 5, 6, 7, 8}, 9};
    printf("%d\n", members(&p, 8 * argc));

    struct old_style *old = malloc(sizeof *old + 3 * sizeof(int));
    struct flexible *new = malloc(sizeof *new + 4 * sizeof(int));
    struct zero *zero = malloc(sizeof *zero + 4 * sizeof(int));
    for (int i = 0; i < 4; i++)
        old->at[i] = new->at[i] = zero->at[i] = i;
    printf("%d %d %d\n", total(old->at, old->at + 4), new->at[argc + 2], zero->at[argc + 1]);

    struct longer *longer = malloc(sizeof *longer + 2 * sizeof(int));
    for (int i = 0; i < 4; i++)
        longer->at[i] = i;
    printf("%d %d\n", longer->at[argc + 2], longer[0].at[3]);

    struct item item = {42, {NULL}};
    struct link *link = &item.link;
    printf("%d\n", ITEM(link)->value);

    int m[3][4];
    memset(m, 0, sizeof m);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            m[i][j] = 4 * i + j;
    int (*row)[4] = m;
    printf("%d %d %d\n", m[2][3], row[1][argc + 2], (int)(&m[3] - &m[0]));

    struct point points[3] = {{1, 2}, {3, 4}, {5, 6}};
    struct point *last = points + 3, *first = points;
    printf("%d %d\n", (int)(last - first), last[-1].y);
    char *null = argc > 5 ? argv[0] : NULL, *other = null;
    printf("%d %d\n", null <= other, (int)(null - other));
    free(old);
    free(new);
    free(zero);
    free(longer);
    return 0;
}
// expect: 15 54321 0
// expect: 3688
// expect: 6 3 2
// expect: 3 3
// expect: 42
// expect: 11 7 3
// expect: 3 6
// expect: 1 0
