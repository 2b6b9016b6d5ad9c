#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static int sign(int x) { return (x > 0) - (x < 0); }
static long at(const char *base, const char *p) { return p ? p - base : -1; }
static const char *words[] = {"", "a", "abc", "abd", "ABC", "abcabc", "hello, world", "\x80\xff", "zzz", "aab"};
#define N (sizeof words / sizeof *words)

static void compare(void) {
    for (unsigned i = 0; i < N; i++)
        for (unsigned j = 0; j < N; j++) {
            const char *a = words[i], *b = words[j];
            size_t least = strlen(a) < strlen(b) ? strlen(a) : strlen(b);
            printf("%d %d %d %d %d %d", sign(strcmp(a, b)), sign(strncmp(a, b, 2)), sign(strcasecmp(a, b)), sign(strncasecmp(a, b, 2)),
                   sign(memcmp(a, b, least)), sign(strcoll(a, b)));
            printf(" %ld %ld %zu %zu %ld", at(a, strstr(a, b)), at(a, strcasestr(a, b)), strspn(a, b), strcspn(a, b), at(a, strpbrk(a, b)));
            printf(" %ld\n", at(a, memmem(a, strlen(a), b, strlen(b))));
        }
}

static void search(void) {
    for (unsigned i = 0; i < N; i++)
        for (const char *c = "abcl \xff"; *c; c++) {
            const char *a = words[i];
            printf("%ld %ld %ld %ld %ld|", at(a, strchr(a, *c)), at(a, strrchr(a, *c)), at(a, memchr(a, *c, strlen(a))),
                   at(a, memrchr(a, *c, strlen(a))), at(a, strchrnul(a, *c)));
        }
    puts("");
    const char *text = "find me";
    printf("%ld %ld %ld\n", at(text, strchr(text, 0)), at(text, strrchr(text, 0)), at(text, rawmemchr(text, 'm')));
}

static void copy(void) {
    char buffer[32];
    memset(buffer, '.', sizeof buffer);
    printf("%ld ", at(buffer, stpcpy(buffer, "stp")));
    puts(buffer);
    memset(buffer, '.', sizeof buffer);
    printf("%ld ", at(buffer, stpncpy(buffer, "stpncpy", 4)));
    printf("%.8s\n", buffer);
    memset(buffer, '.', sizeof buffer);
    strncpy(buffer, "ab", 5);
    for (int i = 0; i < 8; i++) printf("%d ", buffer[i]);
    puts("");
    strcpy(buffer, "one");
    strcat(buffer, "two");
    strncat(buffer, "three", 3);
    puts(buffer);
    memmove(buffer + 2, buffer, 6);
    puts(buffer);
    printf("%ld ", at(buffer, mempcpy(buffer, "xyz", 3)));
    printf("%ld %ld ", at(buffer, memccpy(buffer, "stop here", ' ', 9)), at(buffer, memccpy(buffer, "none", ' ', 4)));
    puts(buffer);
    bzero(buffer, 4);
    printf("%d %s\n", buffer[0], buffer + 4);
    char *d = strdup("duplicate"), *n = strndup("duplicate", 3);
    printf("%s %s %zu %zu\n", d, n, strnlen(d, 4), strnlen(d, 40));
    free(d);
    free(n);
    printf("%zu %s\n", strxfrm(buffer, "xfrm", sizeof buffer), buffer);
    printf("%d %d %d %d %d\n", ffs(0), ffs(1), ffs(0x80), ffsl(1L << 40), ffsll(-1LL << 63));
    char swapped[6] = {0};
    swab("abcdef", swapped, 4);
    puts(swapped);
}

static void tokens(void) {
    char text[] = "  one, two,,three ;four;";
    for (char *t = strtok(text, " ,;"); t; t = strtok(NULL, " ,;")) printf("<%s>", t);
    char again[] = "a:b::c", *save;
    for (char *t = strtok_r(again, ":", &save); t; t = strtok_r(NULL, ":", &save)) printf("<%s>", t);
    char third[] = "x,,y,", *rest = third;
    for (char *t; (t = strsep(&rest, ","));) printf("<%s>", t);
    puts("");
}

static void classes(void) {
    for (int c = -1; c < 256; c++)
        printf("%d%d%d%d%d%d%d%d%d%d%d%d %d %d\n", !!isupper(c), !!islower(c), !!isalpha(c), !!isdigit(c), !!isxdigit(c), !!isspace(c), !!isprint(c),
               !!isgraph(c), !!isblank(c), !!iscntrl(c), !!ispunct(c), !!isalnum(c), tolower(c), toupper(c));
    int (*test)(int) = isalpha;
    int (*change)(int) = toupper;
    printf("%d %d %d %d\n", test('a'), test('1'), change('q'), change(-3));
    int (*blank)(int) = isblank;
    printf("%d %d %d\n", blank(' '), isascii(200), toascii(200));
    const char *p = "Mixed Case 123";
    for (; *p; p++) putchar(isupper((unsigned char)*p) ? tolower(*p) : toupper(*p));
    puts("");
}

int main(void) {
    compare();
    search();
    copy();
    tokens();
    classes();
    for (int i = -1; i < 136; i++) printf("%s\n", strerror(i));
    for (int i = 0; i < 66; i++) printf("%s\n", strsignal(i));
    return 0;
}
