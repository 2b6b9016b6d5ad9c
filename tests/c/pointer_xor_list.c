// A list linked by the exclusive or of addresses: pointers survive arithmetic on their numbers.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct cell { int value; uintptr_t link; };

int main(void) {
    struct cell *cells[6];
    for (int i = 0; i < 6; i++) {
        cells[i] = malloc(sizeof *cells[i]);
        cells[i]->value = i * 11;
    }
    for (int i = 0; i < 6; i++)
        cells[i]->link = (i ? (uintptr_t)cells[i - 1] : 0) ^ (i < 5 ? (uintptr_t)cells[i + 1] : 0);
    for (int side = 0; side < 2; side++) {
        uintptr_t before = 0;
        struct cell *c = cells[side ? 5 : 0];
        while (c) {
            printf("%d ", c->value);
            uintptr_t next = c->link ^ before;
            before = (uintptr_t)c;
            c = (struct cell *)next;
        }
        printf("\n");
    }
    for (int i = 0; i < 6; i++) free(cells[i]);
    return 0;
}
// expect: 0 11 22 33 44 55
// expect: 55 44 33 22 11 0
