// Flexible array members, zero-length arrays, structs that end in arrays, offsets past the header.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message { unsigned short length; char text[]; };

static struct message *make(const char *s) {
    size_t n = strlen(s);
    struct message *m = malloc(offsetof(struct message, text) + n + 1);
    m->length = (unsigned short)n;
    memcpy(m->text, s, n + 1);
    return m;
}

int main(void) {
    struct message *a = make("flexible"), *b = make("");
    printf("%zu %d %s %d [%s]\n", sizeof *a, a->length, a->text, b->length, b->text);
    a = realloc(a, sizeof *a + 20);
    strcat(a->text, " and longer");
    printf("%s\n", a->text);
    free(a), free(b);
    return 0;
}
// expect: 2 8 flexible 0 []
// expect: flexible and longer
