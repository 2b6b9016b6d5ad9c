// stdin: the quick brown fox
// stdin:   jumps over  the lazy dog
// stdin:
// stdin: THE END
// Counting words and letters of the input, and printing them sorted.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) { return strcmp(a, b); }

int main(void) {
    char words[32][16];
    int n = 0, lines = 0, letters[26] = {0}, c, length = 0;
    while ((c = getchar()) != EOF) {
        lines += c == '\n';
        if (isalpha(c)) {
            c = tolower(c);
            letters[c - 'a']++;
            if (length < 15) words[n][length++] = (char)c;
        } else if (length) {
            words[n++][length] = 0;
            length = 0;
        }
    }
    qsort(words, (size_t)n, sizeof *words, compare);
    for (int i = 0; i < n; i++) printf("%s ", words[i]);
    printf("\n%d lines, %d words, e %d, o %d\n", lines, n, letters[4], letters['o' - 'a']);
    return 0;
}
// expect: brown dog end fox jumps lazy over quick the the the
// expect: 4 lines, 11 words, e 5, o 4
