/* Data structures: a ring buffer, a linked list, a product of matrices. */
#include <stddef.h>

struct ring {
    int items[4];
    unsigned first;
    unsigned count;
};

int ring_put(struct ring *ring, int item) {
    if (ring->count == 4)
        return 0;
    ring->items[(ring->first + ring->count) % 4] = item;
    ring->count++;
    return 1;
}

int ring_get(struct ring *ring, int *item) {
    if (ring->count == 0)
        return 0;
    *item = ring->items[ring->first];
    ring->first = (ring->first + 1) % 4;
    ring->count--;
    return 1;
}

struct link {
    int value;
    struct link *next;
};

int list_sum_above(const struct link *list, int limit) {
    unsigned sum = 0;
    for (; list != NULL; list = list->next)
        if (list->value > limit)
            sum += (unsigned)list->value;
    return (int)sum;
}

struct link *list_reverse(struct link *list) {
    struct link *reversed = NULL;
    while (list != NULL) {
        struct link *next = list->next;
        list->next = reversed;
        reversed = list;
        list = next;
    }
    return reversed;
}

void matrix_product(const int a[2][2], const int b[2][2], int product[2][2]) {
    for (int row = 0; row < 2; row++)
        for (int column = 0; column < 2; column++) {
            unsigned sum = 0;
            for (int i = 0; i < 2; i++)
                sum += (unsigned)a[row][i] * (unsigned)b[i][column];
            product[row][column] = (int)sum;
        }
}

/* Mutants, counted by hand.
     ring_put by symbmc: AOR 9, ROR 5, IVI 22
     ring_put by sufficient: AOR 9, ROR 7, ABS 8, UOI 29
     ring_get by symbmc: AOR 9, ROR 5, IVI 23
     ring_get by sufficient: AOR 9, ROR 7, ABS 8, UOI 25
     list_sum_above by symbmc: AOR 4, ROR 10, IVI 17
     list_sum_above by sufficient: AOR 4, ROR 14, ABS 11, UOI 20
     list_reverse by symbmc: ROR 5
     list_reverse by sufficient: ROR 7, UOI 1
     matrix_product by symbmc: AOR 11, ROR 15, IVI 56
     matrix_product by sufficient: AOR 11, ROR 21, ABS 36, UOI 63
*/
