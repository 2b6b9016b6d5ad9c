// Pointers that leave their object and come back, and that take detours through memory and numbers.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct holder { char tag; int *p; };
struct __attribute__((packed)) tight { char tag; int *p; };

static void by_bytes(void *to, const void *from, size_t n) {
    for (size_t i = 0; i < n; i++) ((volatile char *)to)[i] = ((const volatile char *)from)[i];
}

int main(void) {
    int *a = malloc(4 * sizeof *a), *b = malloc(4 * sizeof *b);
    for (int i = 0; i < 4; i++) { a[i] = i; b[i] = 10 + i; }

    uintptr_t far = (uintptr_t)a + (1u << 20);
    printf("%d\n", *(int *)(far - (1u << 20) + 4));

    // Numbers have a difference although the pointers have none.
    uintptr_t apart = (uintptr_t)a - (uintptr_t)b;
    printf("%d\n", apart + (uintptr_t)b == (uintptr_t)a);

    struct holder one = {'x', a + 4}, two = one;
    printf("%d %d\n", two.p[-1], two.p == a + 4);

    struct tight packed = {'y', b + 1};
    printf("%d\n", *packed.p);

    int *copy;
    by_bytes(&copy, &two.p, sizeof copy);
    printf("%d\n", copy[-2]);

    char moved[sizeof copy + 1];
    memcpy(moved + 1, &copy, sizeof copy);
    int *back;
    memcpy(&back, moved + 1, sizeof back);
    printf("%d\n", back[-3]);

    union { int *p; unsigned char low; } tagged = {b};
    tagged.low |= 1;
    printf("%d\n", ((uintptr_t)tagged.p & 1) == 1);
    tagged.low &= 0xfe;
    printf("%d\n", tagged.p[3]);

    int *rows[2] = {a, b};
    int *shifted[2];
    memmove(shifted, rows, sizeof rows);
    memmove(shifted + 1, shifted, sizeof *shifted);
    printf("%d %d\n", shifted[0][2], shifted[1][2]);

    char text[32];
    void *scanned;
    snprintf(text, sizeof text, "%p", (void *)(b + 2));
    sscanf(text, "%p", &scanned);
    printf("%d\n", *(int *)scanned);

    void *failed = (void *)-1;
    printf("%d %d\n", failed == (void *)-1, failed != (void *)a);
    free(a);
    free(b);
    return 0;
}
// expect: 1
// expect: 1
// expect: 3 1
// expect: 11
// expect: 2
// expect: 1
// expect: 1
// expect: 13
// expect: 2 2
// expect: 12
// expect: 1 1
