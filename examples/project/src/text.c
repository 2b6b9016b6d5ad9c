#include "text.h"

bool is_blank(char c) { return c == ' ' || c == '\t'; }

char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

/* Without blanks at both ends. */
struct slice trimmed(struct slice text) {
    while (text.length > 0 && is_blank(text.begin[0])) {
        text.begin++;
        text.length--;
    }
    while (text.length > 0 && is_blank(text.begin[text.length - 1]))
        text.length--;
    return text;
}

/* Whether a text is a word, in upper or lower case. */
bool same_word(struct slice text, const char *word) {
    for (unsigned char i = 0; i < text.length; i++)
        if (word[i] == '\0' || lower(text.begin[i]) != lower(word[i]))
            return false;
    return word[text.length] == '\0';
}
