// The end of one object is not the beginning of another.
#include <stdio.h>
#include <stdlib.h>

static int left[3], middle[3], right[3];

int main(void) {
    int met = 0;
    int *objects[] = {left, middle, right, malloc(12), malloc(12), malloc(0), malloc(0)};
    size_t sizes[] = {3, 3, 3, 3, 3, 0, 0};
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 7; j++)
            if (i != j) met += objects[i] == objects[j];
    printf("%d\n", met);
    for (int i = 0; i < 7; i++) {
        int *end = objects[i] + sizes[i];
        printf("%td", end - objects[i]);
        printf("%d ", end >= objects[i]);
    }
    printf("\n");
    for (int i = 3; i < 7; i++) free(objects[i]);
    return 0;
}
// expect: 0
// expect: 31 31 31 31 31 01 01
