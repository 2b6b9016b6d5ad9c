// Heap isomorphism: blocks are equal by the pointers to them and their contents, wherever they were allocated.
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

// The order of two equal values is not observable.
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

// The same list, with another order of allocation.
struct node *sorted_backwards(int a, int b) {
    struct node *y = node(b, NULL), *x = node(a, NULL);
    if (b < a) {
        y->next = x;
        return y;
    }
    x->next = y;
    return x;
}

// Two pointers to one block differ from pointers to two blocks with the same contents.
struct two shared(int value, int alone) {
    struct node *one = node(value, NULL);
    struct node *other = node(value, NULL);
    struct two both = {one, one};
    if (alone > 0) both.second = other;
    return both;
}

// Two nodes that point to each other; the order of their allocation depends on the input.
struct node *ring(int value, int turn) {
    struct node *one = NULL, *other = NULL;
    if (turn > 0) one = node(value, NULL);
    other = node(value, NULL);
    if (one == NULL) one = node(value, NULL);
    one->next = other;
    other->next = one;
    return one;
}

// Freed on some inputs, and leaked on others.
int leaked(unsigned char n) {
    int *square = malloc(sizeof *square);
    *square = n * n;
    int result = *square;
    if (n > 3) free(square);
    return result;
}

// A larger block with pointers to the same node.
struct node **table(unsigned char n) {
    struct node **all = malloc((n % 2 + 1) * sizeof *all);
    all[0] = node(n, NULL);
    if (n % 2 == 1) all[1] = all[0];
    return all;
}

int keep(struct node *block);

// An external function that gets a block can tell it from the other one.
struct two given(int value) {
    struct two both = {node(value, NULL), node(value, NULL)};
    keep(both.first);
    return both;
}
