// Writing before the first element.
#include <stdio.h>

int main(void) {
    char text[8] = "abc";
    int at = -1;
    text[at] = 'x';
    puts(text);
    return 0;
}
// ub: write of 1 byte at offset -1 of the local variable `text`, which has 8 bytes at 7:14
