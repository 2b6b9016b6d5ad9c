// Pointer arithmetic, comparison, difference, one past the end, casts to integers and back, tags.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct item { int id; struct item *next; };

int main(void) {
    int a[10];
    for (int i = 0; i < 10; i++) a[i] = i * i;
    int *p = a + 3, *end = a + 10;
    printf("%td %td %d %d\n", end - p, p - end, p < end, end[-1]);
    int total = 0;
    for (int *q = a; q != end; q++) total += *q;
    printf("%d %d %d\n", total, *(p + 2), 4 [a]);
    uintptr_t n = (uintptr_t)p;
    int *back = (int *)(n + sizeof(int));
    printf("%d %d %d\n", *back, back == a + 4, (int)(n % _Alignof(int)));
    uintptr_t tagged = (uintptr_t)&a[5] | 1;
    printf("%d %d\n", (int)(tagged & 1), *(int *)(tagged & ~(uintptr_t)1));
    struct item z = {26, 0}, y = {25, &z}, x = {24, &y};
    struct item **link = &x.next;
    while (*link && (*link)->id != 26) link = &(*link)->next;
    *link = 0;
    printf("%d %d\n", y.next == 0, x.next == &y);
    int *copies[3] = {a, a + 1, a + 2}, *out[3];
    memcpy(out, copies, sizeof out);
    unsigned char bytes[sizeof(int *)];
    memcpy(bytes, &copies[2], sizeof bytes);
    int *rebuilt;
    for (size_t i = 0; i < sizeof bytes; i++) ((unsigned char *)&rebuilt)[i] = bytes[i];
    printf("%d %d\n", *out[1], *rebuilt);
    char *c = (char *)a;
    printf("%d %d\n", *(int *)(c + 8), *(short *)(c + 12));
    int (*rows)[5] = (int (*)[5])a;
    printf("%d %td\n", rows[1][2], &rows[1][0] - &rows[0][0]);
    void *v = a;
    printf("%d %d %d\n", v == (void *)c, v != 0, !v);
    const int *const *pp = (const int *const *)&copies[1];
    printf("%d\n", **pp);
    return 0;
}
// expect: 7 -7 1 81
// expect: 285 25 16
// expect: 16 1 0
// expect: 1 25
// expect: 1 1
// expect: 1 4
// expect: 4 9
// expect: 49 5
// expect: 1 1 0
// expect: 1
