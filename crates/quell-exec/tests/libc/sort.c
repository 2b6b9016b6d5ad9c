#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item { int key; int place; };
struct large { int key; char rest[60]; };
static int calls;

static int by_key(const void *a, const void *b) {
    const struct item *x = a, *y = b;
    calls++;
    printf("(%d %d)", x->place, y->place);
    return x->key - y->key;
}
static int ints(const void *a, const void *b) { calls++; return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b; }
static int strings(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static int with_context(const void *a, const void *b, void *context) { ++*(int *)context; return *(const int *)b - *(const int *)a; }
static int large(const void *a, const void *b) { const struct large *x = a, *y = b; return x->key - y->key; }
static int chars(const void *a, const void *b) { return *(const unsigned char *)a - *(const unsigned char *)b; }

int main(void) {
    for (int n = 0; n < 20; n++) {
        struct item items[20];
        for (int i = 0; i < n; i++) items[i] = (struct item){(i * 7919 + n) % 5, i};
        calls = 0;
        qsort(items, n, sizeof *items, by_key);
        printf("\n%d:", calls);
        for (int i = 0; i < n; i++) printf(" %d/%d", items[i].key, items[i].place);
        puts("");
    }
    int numbers[1000];
    srand(42);
    for (int i = 0; i < 1000; i++) numbers[i] = rand() % 500;
    calls = 0;
    qsort(numbers, 1000, sizeof *numbers, ints);
    printf("%d\n", calls);
    for (int i = 1; i < 1000; i++) if (numbers[i - 1] > numbers[i]) puts("not sorted");
    for (int key = -1; key < 20; key++) {
        calls = 0;
        int *found = bsearch(&key, numbers, 1000, sizeof *numbers, ints);
        printf("%ld/%d ", found ? (long)(found - numbers) : -1L, calls);
    }
    puts("");
    const char *words[] = {"pear", "apple", "fig", "banana", "cherry", "apple"};
    qsort(words, 6, sizeof *words, strings);
    for (int i = 0; i < 6; i++) printf("%s ", words[i]);
    int count = 0;
    qsort_r(numbers, 100, sizeof *numbers, with_context, &count);
    printf("%d %d\n", count, numbers[0]);
    struct large things[9];
    for (int i = 0; i < 9; i++) {
        things[i].key = (i * 5) % 4;
        sprintf(things[i].rest, "thing %d", i);
    }
    qsort(things, 9, sizeof *things, large);
    for (int i = 0; i < 9; i++) printf("%s ", things[i].rest);
    char letters[] = "the quick brown fox";
    qsort(letters, strlen(letters), 1, chars);
    puts(letters);
    qsort(NULL, 0, 4, ints);
    return 0;
}
