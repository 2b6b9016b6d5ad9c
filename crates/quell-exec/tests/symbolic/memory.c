/* Areas of as many bytes as the input says, and blocks of such a size. */
#include <stdlib.h>
#include <string.h>

void copied(char *to, const char *from, size_t n) { memcpy(to, from, n); }
void copied_words(int *to, const int *from, unsigned n) { memcpy(to, from, n * sizeof(int)); }
void moved_up(char *s, unsigned n) { memmove(s + 3, s, n % 32); }
void moved_by(char *s, unsigned by, unsigned n) { memmove(s + by % 8, s, n % 32); }
void overlapping(char *s, unsigned n) { memcpy(s + 4, s, n % 8); }
void cleared(int *to, unsigned n) { memset(to, 0, n * sizeof *to); }
void filled(char *to, int c, size_t n) { memset(to, c, n); }
void filled_behind(char *to, char c, unsigned at, unsigned n) { memset(to + at % 16, c, n % 20); }

struct named {
    const char *name;
    int number;
};
static const struct named known[] = {{"one", 1}, {"two", 2}, {"three", 3}};
int looked_up(unsigned i) {
    if (i >= 3)
        return 0;
    struct named found = known[i];
    return found.name[1] + found.number;
}
int sorted(unsigned i, unsigned j) {
    struct named all[3];
    memcpy(all, known, sizeof known);
    struct named kept = all[i % 3];
    all[i % 3] = all[j % 3];
    all[j % 3] = kept;
    return all[0].name[0] * 256 + all[1].name[2] + all[2].number;
}
int part_of_table(unsigned n) {
    struct named some[4] = {0};
    memcpy(some, known, n % 4 * sizeof known[0]);
    return some[1].name ? some[1].name[0] : some[0].number;
}

int summed(unsigned char n) {
    int count = n % 5;
    int *block = malloc(count * sizeof(int));
    for (int i = 0; i < count; i++)
        block[i] = i * i + 1;
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += block[i];
    free(block);
    return sum;
}
int outside(unsigned char n, unsigned char at) {
    char *block = calloc(n, 1);
    int found = block[at & 31];
    free(block);
    return found;
}
int impossible(long n) {
    char *block = malloc(n);
    if (!block)
        return 1;
    free(block);
    return 2;
}
int grown(unsigned n, unsigned m) {
    int *block = malloc((n % 3 + 1) * sizeof(int));
    block[n % 3] = 7;
    block = realloc(block, (m % 4 + 1) * sizeof(int));
    int found = m % 4 >= n % 3 ? block[n % 3] : 0;
    free(block);
    return found;
}
int grown_from_null(unsigned n) {
    int *block = n & 1 ? malloc(4) : NULL;
    if (block)
        *block = 5;
    block = realloc(block, 8);
    int found = n & 1 ? *block : 9;
    free(block);
    return found;
}
int doubled(const char *s) {
    char *copy = strdup(s);
    int found = copy[0] ? copy[strlen(copy) - 1] : -1;
    free(copy);
    return found;
}
char doubled_in_part(const char *s, unsigned n) {
    char *copy = strndup(s, n % 4);
    char found = copy[strlen(copy) / 2];
    free(copy);
    return found;
}
