// stdin: first line
// stdin: 12 0x1f 3.5 word
// stdin: third
// Character and block input and output on the standard streams.
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[32];
    if (fgets(line, sizeof line, stdin)) printf("<%s>", line);
    int a, b;
    double d;
    char word[16];
    int n = scanf("%d %x %lf %15s", &a, (unsigned *)&b, &d, word);
    printf("%d %d %d %g %s\n", n, a, b, d, word);
    int c = getchar();
    printf("%d\n", c);
    c = getc(stdin);
    ungetc(c, stdin);
    size_t got = fread(line, 1, sizeof line, stdin);
    printf("%c %zu %.*s", c, got, (int)got, line);
    printf("%d %d\n", getchar() == EOF, feof(stdin) != 0);
    putchar('x'), putc('y', stdout), fputc('z', stdout), puts(""), fputs("fputs\n", stdout);
    fwrite("block\n", 1, 6, stdout);
    fprintf(stdout, "%s %d\n", "fprintf", 1);
    fprintf(stderr, "not seen\n");
    fflush(stdout);
    printf("%d\n", ferror(stdout));
    return 0;
}
// expect: <first line
// expect: >4 12 31 3.5 word
// expect: 10
// expect: t 6 third
// expect: 1 1
// expect: xyz
// expect: fputs
// expect: block
// expect: fprintf 1
// expect: 0
