// Blocks from malloc are what leads to them and what they hold, wherever they were made.
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

struct two {
    struct node *first, *second;
};

static struct node *node(int value, struct node *next) {
    struct node *made = malloc(sizeof *made);
    made->value = value;
    made->next = next;
    return made;
}

// Which of two equal values comes first cannot be seen.
struct node *sorted(int a, int b) {
    struct node *x = malloc(sizeof *x), *y = malloc(sizeof *y);
    x->value = a;
    y->value = b;
    if (a < b) {
        x->next = y;
        y->next = NULL;
        return x;
    }
    y->next = x;
    x->next = NULL;
    return y;
}

// The same, made in another order.
struct node *sorted_backwards(int a, int b) {
    struct node *y = node(b, NULL), *x = node(a, NULL);
    if (b < a) {
        y->next = x;
        return y;
    }
    x->next = y;
    return x;
}

// One block that is led to twice is no two blocks, though they hold the same.
struct two shared(int value, int alone) {
    struct node *one = node(value, NULL);
    struct node *other = node(value, NULL);
    struct two both = {one, one};
    if (alone > 0) both.second = other;
    return both;
}

// Two that lead to each other: which of them is made first depends on the input.
struct node *ring(int value, int turn) {
    struct node *one = NULL, *other = NULL;
    if (turn > 0) one = node(value, NULL);
    other = node(value, NULL);
    if (one == NULL) one = node(value, NULL);
    one->next = other;
    other->next = one;
    return one;
}

// Given back for some inputs: for others it is lost.
int leaked(unsigned char n) {
    int *square = malloc(sizeof *square);
    *square = n * n;
    int result = *square;
    if (n > 3) free(square);
    return result;
}

// A larger block leads to the same.
struct node **table(unsigned char n) {
    struct node **all = malloc((n % 2 + 1) * sizeof *all);
    all[0] = node(n, NULL);
    if (n % 2 == 1) all[1] = all[0];
    return all;
}

int keep(struct node *block);

// Who was given a block knows which one.
struct two given(int value) {
    struct two both = {node(value, NULL), node(value, NULL)};
    keep(both.first);
    return both;
}
