// string.h: every function on ordinary and edge cases.
#include <stdio.h>
#include <string.h>

static int sign(int n) { return (n > 0) - (n < 0); }

int main(void) {
    char b[64] = "hello", c[64];
    printf("%zu %zu %zu\n", strlen(b), strlen(""), strnlen(b, 3));
    printf("%s %s\n", strcpy(c, b), strcat(c, " world"));
    printf("%s|%d\n", strncpy(c + 20, "abcdef", 10), c[29]);
    c[40] = 0;
    printf("%s\n", strncat(strcpy(c + 40, "ab"), "cdefg", 3));
    printf("%d%d%d%d\n", sign(strcmp("a", "b")) + 1, sign(strcmp("b", "a")), strcmp("same", "same"), sign(strcmp("a\xff", "a\x01")));
    printf("%d%d%d\n", strncmp("abcx", "abcy", 3), sign(strncmp("abcx", "abcy", 4)) + 1, strncmp("", "x", 0));
    printf("%td %td %d %td\n", strchr(c, 'o') - c, strrchr(c, 'o') - c, strchr(c, 'z') == 0, strchr(c, 0) - c);
    printf("%s %d %s\n", strstr("one two three", "two"), strstr("abc", "abd") == 0, strstr("abc", ""));
    printf("%zu %zu %s %d\n", strspn("112233x", "123"), strcspn("abc,def", ",;"), strpbrk("key=value", "=:"), strpbrk("none", "=") == 0);
    char line[] = "a, b;;c ,d";
    for (char *t = strtok(line, " ,;"); t; t = strtok(0, " ,;")) printf("[%s]", t);
    char path[] = "/usr//lib", *state;
    for (char *t = strtok_r(path, "/", &state); t; t = strtok_r(0, "/", &state)) printf("<%s>", t);
    printf("\n%d %d\n", memcmp("a\0b", "a\0c", 3) < 0, memcmp("a\0b", "a\0c", 2));
    memmove(b + 2, b, 6);
    printf("%s %s\n", b, (char *)memchr("find me", 'm', 7));
    memset(c, '-', 5);
    printf("%.8s %d\n", c, memchr("abc", 'z', 3) == 0);
    unsigned char overlap[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    memmove(overlap, overlap + 3, 7);
    for (int i = 0; i < 10; i++) printf("%d", overlap[i]);
    char *copy = strdup("duplicate"), *part = strndup("duplicate", 3);
    printf("\n%s %s %s\n", copy, part, strerror(2));
    return 0;
}
// expect: 5 0 3
// expect: hello world hello world
// expect: abcdef|0
// expect: abcde
// expect: 0101
// expect: 000
// expect: 4 7 1 11
// expect: two three 1 abc
// expect: 6 3 =value 1
// expect: [a][b][c][d]<usr><lib>
// expect: 1 0
// expect: hehello me
// expect: ----- wo 1
// expect: 3456789789
// expect: duplicate dup No such file or directory
