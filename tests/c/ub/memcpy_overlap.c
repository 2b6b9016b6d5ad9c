// memcpy with areas that overlap.
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[16] = "0123456789";
    size_t n = strlen(text);
    memcpy(text + 2, text, n);
    puts(text);
    return 0;
}
// ub: overlapping areas in `memcpy` at 8:5
