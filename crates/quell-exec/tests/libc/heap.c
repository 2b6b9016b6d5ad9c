#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *zeros = calloc(10, sizeof *zeros);
    for (int i = 0; i < 10; i++) printf("%d", zeros[i]);
    zeros = realloc(zeros, 100 * sizeof *zeros);
    zeros[99] = 7;
    printf(" %d %d\n", zeros[0], zeros[99]);
    zeros = reallocarray(zeros, 5, sizeof *zeros);
    printf("%d %d\n", zeros[4], malloc_usable_size(zeros) >= 20);
    free(zeros);
    free(NULL);
    void *block;
    printf("%d %d %d\n", posix_memalign(&block, 64, 100), ((uintptr_t)block & 63) == 0, posix_memalign(&block, 3, 100));
    printf("%d\n", ((uintptr_t)aligned_alloc(256, 512) & 255) == 0);
    errno = 0;
    volatile size_t huge = SIZE_MAX;
    void *volatile none = malloc(huge);
    printf("%p %d\n", none, errno);
    huge = (size_t)1 << 60;
    none = malloc(huge);
    printf("%p\n", none);
    huge = SIZE_MAX;
    none = calloc(huge / 2, 3);
    printf("%p\n", none);
    void *volatile empty = malloc(0);
    printf("%d\n", empty != NULL);
    none = realloc(malloc(5), huge);
    printf("%p\n", none);
    return 0;
}
