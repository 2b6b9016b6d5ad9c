/* Functions of string.h on strings that are not known. */
#include <string.h>
#include <strings.h>

size_t length(const char *s) { return strlen(s); }
size_t length_behind(const char *s, unsigned char i) { return strlen(s + (i & 15)); }
size_t length_within(const char *s, size_t n) { return strnlen(s, n); }

int order(const char *a, const char *b) { return strcmp(a, b); }
int order_within(const char *a, const char *b, unsigned n) { return strncmp(a, b, n % 6); }
int order_of_bytes(const char *a, const char *b, size_t n) { return memcmp(a, b, n & 7); }
int order_without_case(const char *a, const char *b) { return strcasecmp(a, b); }
int is_known(const char *word) {
    if (strcmp(word, "aa") == 0)
        return 1;
    return strcmp(word, "b") == 0 ? 2 : 0;
}

long first_place(const char *s, int c) {
    const char *found = strchr(s, c);
    return found ? found - s : -1;
}
long last_place(const char *s, int c) {
    const char *found = strrchr(s, c);
    return found ? found - s : -1;
}
long place_in_area(const char *s, char c, unsigned char n) {
    const char *found = memchr(s, c, n);
    return found ? found - s : -1;
}
long place_of_part(const char *s) {
    const char *found = strstr(s, "ab");
    return found ? found - s : -1;
}
long place_of_unknown_part(const char *s, const char *part) {
    char start[4] = {part[0], part[1], 0, 0};
    const char *found = strstr(s, start);
    return found ? found - s : -1;
}
size_t span_of_letters(const char *s) { return strspn(s, "abA"); }
size_t span_to_digit(const char *s) { return strcspn(s, "19"); }
int letter_of_set(const char *s) {
    const char *found = strpbrk(s, "x9-");
    return found ? *found : 0;
}

char *copied(char *to, const char *from) { return strcpy(to, from); }
long end_of_copy(char *to, const char *from) { return stpcpy(to, from) - to; }
void copied_in_part(char *to, const char *from) { strncpy(to, from, 6); }
void copied_as_told(char *to, const char *from, unsigned n) { strncpy(to, from, n % 40); }
void moved_inside(char *s, unsigned by) { strcpy(s, s + by % 8); }
int joined(const char *a, const char *b) {
    char all[8];
    if (strlen(a) + strlen(b) >= sizeof all)
        return -1;
    strcpy(all, a);
    strcat(all, b);
    int sum = 0;
    for (int i = 0; all[i]; i++)
        sum = 3 * sum + all[i];
    return sum;
}
void joined_in_part(char *to, const char *from, unsigned n) { strncat(to, from, n % 5); }
