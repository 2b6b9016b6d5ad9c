// Blocks that hold pointers in untyped memory, or have another type than the pointer to them.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct node {
    int value;
    struct node *next;
};

static struct node *node(int value, struct node *next) {
    struct node *made = malloc(sizeof *made);
    made->value = value;
    made->next = next;
    return made;
}

struct table {
    unsigned count;
    struct node *rows[];
};

// The rows follow the fields of the table.
struct table *rows(int x, int y) {
    struct table *made = calloc(1, sizeof *made + 2 * sizeof made->rows[0]);
    struct node *low = node(x, NULL), *high = node(y, NULL);
    made->count = 2;
    if (x > y) {
        struct node *other = low;
        low = high;
        high = other;
    }
    made->rows[0] = low;
    made->rows[1] = high;
    return made;
}

struct link {
    struct link *next;
};

struct item {
    long key;
    struct node *more;
    struct link link;
};

// The returned link is a member of an item.
struct link *item(long key, int value) {
    struct item *made = malloc(sizeof *made);
    made->key = key;
    made->more = node(value, NULL);
    if (value > 5) made->more->next = node(value, NULL);
    made->link.next = NULL;
    return &made->link;
}

struct bytes {
    unsigned char bytes[sizeof(void *)];
};

// An address as bytes; the size of an earlier block changes the address.
struct bytes *packed(int value, unsigned char n) {
    char *before = malloc((n & 3) + 8);
    before[0] = 0;
    struct node *hidden = node(value, NULL);
    struct bytes *made = malloc(sizeof *made);
    memcpy(made->bytes, &hidden, sizeof hidden);
    free(before);
    return made;
}

// A pointer in an untyped block points to the second node.
void *anything(int value) { return node(value, node(value, NULL)); }
