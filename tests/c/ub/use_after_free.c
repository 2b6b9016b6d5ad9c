// Reading freed memory.
#include <stdio.h>
#include <stdlib.h>

struct node { int value; struct node *next; };

int main(void) {
    struct node *n = malloc(sizeof *n);
    n->value = 3;
    n->next = 0;
    free(n);
    printf("%d\n", n->value);
    return 0;
}
// ub: read in an object after it was freed at 12:23
