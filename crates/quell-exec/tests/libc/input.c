/*stdin
12 34 word
a line of text
x

3.5 2.5e-3
block0123456789
delimited;by;semicolons
last line without end*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int a, b, c;
    char word[20], line[64];
    printf("%d ", scanf("%d %d %19s", &a, &b, word));
    printf("%d %d %s\n", a, b, word);
    printf("%d\n", getchar());
    printf("%s", fgets(line, 7, stdin));
    printf("|%s", fgets(line, sizeof line, stdin));
    c = getc(stdin);
    ungetc('y', stdin);
    printf("%c %c", c, getchar());
    printf("%s", fgets(line, sizeof line, stdin));
    printf("%s", fgets(line, sizeof line, stdin));
    double d, e;
    printf("%d ", fscanf(stdin, "%lf%lf ", &d, &e));
    printf("%g %g\n", d, e);
    printf("%zu ", fread(line, 3, 3, stdin));
    printf("%.9s\n", line);
    char *text = NULL;
    size_t size = 0;
    printf("%zd %s", getline(&text, &size, stdin), text);
    printf("%zu\n", size);
    printf("%zd %s\n", getdelim(&text, &size, ';', stdin), text);
    while (getline(&text, &size, stdin) > 0) printf("<%s>", text);
    printf("%d %d %d\n", feof(stdin), ferror(stdin), getchar());
    clearerr(stdin);
    printf("%d\n", feof(stdin));
    printf("%p %d\n", (void *)fgets(line, 5, stdin), scanf("%d", &a));
    printf("%zd\n", getline(&text, &size, stdin));
    free(text);
    printf("%d %d %d\n", fileno(stdin), fileno(stdout), fileno(stderr));
    return feof(stdin) ? 5 : 6;
}
