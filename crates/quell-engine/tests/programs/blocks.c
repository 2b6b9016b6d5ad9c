// What blocks from malloc hold, and how large they are.
#include <stdlib.h>
#include <string.h>

// Nothing but the size of what it returns can be wrong.
char *room(unsigned char n) { return malloc(n + 1); }

// Zeros behind the original's size are nobody's.
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

// What nobody gives back cannot be seen.
int kept(unsigned char n) {
    int *square = malloc(sizeof *square);
    *square = n * n;
    int result = *square;
    if (square != 0) free(square);
    return result;
}

int list_add(int *item);

// Who was given a block still has it.
int added(int value) {
    int *item = malloc(sizeof *item);
    *item = value;
    int failed = list_add(item);
    if (failed != 0) free(item);
    return failed;
}
