// Blocks that are initialised in part: a value that a mutant writes into the rest is not observable.
#include <stdlib.h>

struct pair {
    int first, second;
};

struct pair *half(int first, int second) {
    struct pair *pair = malloc(sizeof *pair);
    pair->first = first;
    if (second > 5) pair->second = second;
    return pair;
}

// realloc with size 0 frees the block.
char *shrunk(unsigned n) {
    char *text = malloc(4);
    text[0] = 1;
    if (n % 2 == 0) {
        free(text);
        return 0;
    }
    return realloc(text, n % 2);
}
