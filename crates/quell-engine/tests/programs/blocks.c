// Contents and sizes of heap blocks.
#include <stdlib.h>
#include <string.h>

// Only the size of the returned block can be wrong.
char *room(unsigned char n) { return malloc(n + 1); }

// Zeros beyond the size of the original's block are not observable.
char *cleared(unsigned char n) {
    if (n > 7) return 0;
    return calloc(n + 1, 1);
}

char *duplicate(const char *text) {
    size_t length = strlen(text);
    char *copy = malloc(length + 1);
    memcpy(copy, text, length + 1);
    return copy;
}

// A leak is not observable.
int kept(unsigned char n) {
    int *square = malloc(sizeof *square);
    *square = n * n;
    int result = *square;
    if (square != 0) free(square);
    return result;
}

int list_add(int *item);

// An external function may keep a block that was passed to it.
int added(int value) {
    int *item = malloc(sizeof *item);
    *item = value;
    int failed = list_add(item);
    if (failed != 0) free(item);
    return failed;
}
