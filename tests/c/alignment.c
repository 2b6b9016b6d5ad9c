// Every object has the alignment that its declaration or allocation requests.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

_Alignas(64) static char cache_line[3];
_Alignas(4096) static char page[5];
static long double wide;

static int is_aligned(const void *p, uintptr_t align) { return (uintptr_t)p % align == 0; }

int main(void) {
    int good = 0, all = 0;
    for (int i = 0; i < 100; i++) {
        _Alignas(32) char local[7];
        char *block = malloc(i);
        char *lines = aligned_alloc(128, 256);
        void *pages;
        if (posix_memalign(&pages, 8192, 100)) return 1;
        good += is_aligned(local, 32) + is_aligned(block, 16);
        good += is_aligned(lines, 128) + is_aligned(pages, 8192);
        all += 4;
        free(block);
        free(lines);
        free(pages);
    }
    good += is_aligned(cache_line, 64) + is_aligned(page, 4096) + is_aligned(&wide, 16);
    printf("%d of %d\n", good, all + 3);
    return 0;
}
// expect: 403 of 403
