// Reading through null.
#include <stdio.h>

struct list { int head; struct list *tail; };

static int second(const struct list *l) {
    return l->tail->head;
}

int main(void) {
    struct list one = {1, 0};
    printf("%d\n", second(&one));
    return 0;
}
// ub: read through a null pointer at 7:21
