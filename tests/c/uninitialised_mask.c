// Bits that are masked out may be uninitialised; only the remaining ones matter.
#include <stdio.h>
#include <string.h>

int main(void) {
    unsigned char bytes[4];
    bytes[1] = 0x5a;
    unsigned word;
    memcpy(&word, bytes, 4);
    printf("%x\n", (word >> 8) & 0xff);
    unsigned kept = word & 0xff00;
    printf("%x\n", kept);
    word |= 0xffff00ff;
    printf("%x\n", word);
    return 0;
}
// expect: 5a
// expect: 5a00
// expect: ffff5aff
