// malloc, calloc, realloc, free, aligned_alloc: contents, growth, zero sizes, linked structures.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tree { int key; struct tree *left, *right; };
static struct tree *insert(struct tree *t, int key) {
    if (!t) { t = malloc(sizeof *t); *t = (struct tree){key, 0, 0}; return t; }
    if (key < t->key) t->left = insert(t->left, key);
    else t->right = insert(t->right, key);
    return t;
}
static void walk(const struct tree *t) { if (t) walk(t->left), printf("%d ", t->key), walk(t->right); }
static void drop(struct tree *t) { if (t) drop(t->left), drop(t->right), free(t); }

int main(void) {
    struct tree *root = 0;
    for (int i = 0; i < 12; i++) root = insert(root, i * 5 % 13);
    walk(root), printf("\n"), drop(root);
    int *v = 0, capacity = 0, n = 0;
    for (int i = 0; i < 100; i++) {
        if (n == capacity) v = realloc(v, (size_t)(capacity = capacity ? 2 * capacity : 4) * sizeof *v);
        v[n++] = i * i;
    }
    printf("%d %d %d\n", v[0], v[50], v[99]);
    v = realloc(v, 10 * sizeof *v);
    printf("%d\n", v[9]);
    free(v), free(0);
    long *z = calloc(8, sizeof *z);
    long any = 0;
    for (int i = 0; i < 8; i++) any |= z[i];
    free(z);
    void *aligned = aligned_alloc(64, 128), *posix;
    printf("%ld %d %d\n", any, (int)((uintptr_t)aligned % 64), posix_memalign(&posix, 32, 10));
    memset(aligned, 1, 128);
    free(aligned), free(posix);
    volatile size_t half = SIZE_MAX / 2;
    void *volatile none = calloc(half, 4);
    printf("%d\n", none == 0);
    return 0;
}
// expect: 0 1 2 3 4 5 6 7 9 10 11 12
// expect: 0 2500 9801
// expect: 81
// expect: 0 0 0
// expect: 1
