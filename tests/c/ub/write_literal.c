// Writing to a string literal.
#include <stdio.h>

int main(void) {
    char *text = "constant";
    text[0] = 'C';
    puts(text);
    return 0;
}
// ub: write to the global variable `.str`, which is constant at 6:13
