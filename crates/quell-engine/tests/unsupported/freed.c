/* Frees what a caller allocated. */
#include <stdlib.h>
struct row { int *cells; int length; };
int emptied(struct row *row) {
    if (row->cells) {
        free(row->cells);
        row->cells = 0;
        row->length = 3;
        return 5;
    }
    return 0;
}
