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
