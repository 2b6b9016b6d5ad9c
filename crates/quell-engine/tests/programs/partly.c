// Blocks of which only a part was set: what a mutant puts into the rest cannot be seen.
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

// A size of nothing gives the block back.
char *shrunk(unsigned n) {
    char *text = malloc(4);
    text[0] = 1;
    if (n % 2 == 0) {
        free(text);
        return 0;
    }
    return realloc(text, n % 2);
}
