/* Classes of characters, and numbers in text. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#undef isdigit
#undef isalpha
#undef isspace
#undef ispunct
#undef isxdigit
#undef isupper

int digit(int c) { return isdigit(c); }
int letter(int c) { return isalpha(c); }
int space(unsigned char c) { return isspace(c); }
int mark(char c) { return ispunct(c); }
int hexadecimal(char c) { return isxdigit(c); }
int low(int c) { return tolower(c); }
int high(int c) { return toupper(c); }
int by_table(unsigned char c) { return (isalnum)(c) ? 2 : isprint(c) ? 1 : 0; }

int size(int x) { return abs(x); }
long long_size(long x) { return labs(x); }

int parsed(const char *s) { return atoi(s); }
long parsed_long(const char *s) { return atol(s); }
long parsed_with_end(const char *s) {
    char *end;
    errno = 0;
    long value = strtol(s, &end, 10);
    if (errno)
        return -1;
    return 8 * value + (end - s);
}
