/* Ordinary programs: every mutant is decided. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Strings. */

int is_command(const char *word) {
    if (strcmp(word, "on") == 0)
        return 1;
    if (strncmp(word, "off", 3) == 0)
        return 2;
    return 0;
}

int has_suffix(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && dot[1] == 'c' && dot[2] == 0;
}

int count_letters(const char *text) {
    int count = 0;
    for (size_t i = 0; i < strlen(text) && i < 4; i++)
        if (isalpha((unsigned char)text[i]))
            count++;
    return count;
}

/* Blocks whose size is an input. */

int sum_of_squares(unsigned char n) {
    if (n > 4)
        return -1;
    int *squares = malloc((n + 1) * sizeof(int));
    for (int i = 0; i <= n; i++)
        squares[i] = i * i;
    int sum = squares[n];
    free(squares);
    return sum;
}

void shift(int *cells, unsigned n) {
    if (n > 0 && n < 8)
        memmove(cells + 1, cells, n * sizeof(int));
}

/* A block of one of two sizes, enlarged by realloc. */
int grown(int x) {
    int *p = x > 3 ? malloc(sizeof(int)) : malloc(sizeof(long));
    *p = x & 7;
    p = realloc(p, sizeof(long));
    int r = *p + 9;
    free(p);
    return r;
}

/* Calls through a table, and output. */
static int plus(int a, int b) { return a + b; }
static int minus(int a, int b) { return a - b; }
static int larger(int a, int b) { return a > b ? a : b; }
static int (*const operations[])(int, int) = {plus, minus, larger};

int calculate(unsigned char which, short a, short b) {
    if (which >= 3)
        return 0;
    return operations[which](a, b);
}

void report(int value) {
    if (value > 100)
        printf("%d is too large\n", value);
    else if (value < 0)
        puts("negative");
    else
        for (int i = 0; i < value && i < 3; i++)
            putchar('a' + i);
}

/* A list that is built, searched and freed. */
struct node {
    int value;
    struct node *next;
};
int found(unsigned char n, int wanted) {
    struct node *list = NULL;
    for (int i = 0; i < n && i < 3; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = 3 * i;
        node->next = list;
        list = node;
    }
    int place = -1;
    for (int at = 0; list; at++) {
        struct node *next = list->next;
        if (list->value == wanted)
            place = at;
        free(list);
        list = next;
    }
    return place;
}

/* How a run ends. */
void checked(int code) {
    if (code > 3) {
        fprintf(stderr, "error %d\n", code);
        exit(code & 15);
    }
}
