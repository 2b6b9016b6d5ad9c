#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>

/* A part of a text. */
struct slice {
    const char *begin;
    unsigned char length;
};

bool is_blank(char c);
char lower(char c);
struct slice trimmed(struct slice text);
bool same_word(struct slice text, const char *word);

#endif
