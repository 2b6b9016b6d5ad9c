// An address computed from that of another object: no pointer to the accessed object was converted to a number.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *known = malloc(16), *hidden = malloc(16);
    *hidden = 1;
    for (uintptr_t at = (uintptr_t)known + 16;; at += 16)
        if ((char *)at == hidden) {
            printf("%d\n", *(char *)at);
            return 0;
        }
}
// ub: a number that no pointer was converted to at 11:28
