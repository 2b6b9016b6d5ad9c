// Writing to a string literal.
#include <stdio.h>

int main(void) {
    char *text = "constant";
    text[0] = 'C';
    puts(text);
    return 0;
}
// ub: write to a string literal, which is constant at 6:13
