// qsort and bsearch on structs and strings; stability is not assumed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { char name[8]; int rank; };
static int by_rank(const void *a, const void *b) { return ((const struct entry *)a)->rank - ((const struct entry *)b)->rank; }
static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static int compared;
static int counting(const void *a, const void *b) { compared++; int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }

int main(void) {
    struct entry list[] = {{"gamma", 3}, {"alpha", 1}, {"delta", 4}, {"beta", 2}};
    qsort(list, 4, sizeof *list, by_rank);
    for (int i = 0; i < 4; i++) printf("%s ", list[i].name);
    struct entry key = {"", 3}, *hit = bsearch(&key, list, 4, sizeof *list, by_rank);
    printf("%s %td\n", hit->name, hit - list);
    const char *words[] = {"pear", "apple", "fig", "orange", "date"};
    qsort(words, 5, sizeof *words, by_text);
    for (int i = 0; i < 5; i++) printf("%s ", words[i]);
    int numbers[200];
    for (int i = 0; i < 200; i++) numbers[i] = (i * 7919 + 13) % 1009;
    qsort(numbers, 200, sizeof *numbers, counting);
    int sorted = 1;
    for (int i = 1; i < 200; i++) sorted &= numbers[i - 1] <= numbers[i];
    int wanted = 500;
    printf("\n%d %d %d\n", sorted, bsearch(&wanted, numbers, 0, sizeof wanted, counting) == 0, compared > 200);
    qsort(numbers, 0, sizeof *numbers, counting);
    return 0;
}
// expect: alpha beta gamma delta gamma 2
// expect: apple date fig orange pear
// expect: 1 1 1
