/* Compresses standard input, shows the result and checks that it decompresses to the input. */
#include <stdio.h>
#include <string.h>

#include "bzlib.h"

enum { CAPACITY = 1 << 16 };

static char input[CAPACITY], packed[2 * CAPACITY], unpacked[CAPACITY];

int main(void) {
    unsigned length = fread(input, 1, CAPACITY, stdin);
    unsigned packed_length = sizeof packed, unpacked_length = sizeof unpacked;

    if (BZ2_bzBuffToBuffCompress(packed, &packed_length, input, length, 1, 0, 30) != BZ_OK)
        return 1;
    printf("%u bytes packed into %u\n", length, packed_length);
    for (unsigned i = 0; i < packed_length; i++)
        printf("%02x%s", (unsigned char)packed[i], i % 32 == 31 ? "\n" : "");
    putchar('\n');
    /* Fast and small decompression are different code. */
    for (int small = 0; small <= 1; small++) {
        unpacked_length = sizeof unpacked;
        if (BZ2_bzBuffToBuffDecompress(unpacked, &unpacked_length, packed, packed_length, small, 0) != BZ_OK)
            return 2;
        if (unpacked_length != length || memcmp(input, unpacked, length) != 0)
            return 3;
    }
    packed[packed_length / 2] ^= 0x55;
    unpacked_length = sizeof unpacked;
    printf("damaged: %d\n", BZ2_bzBuffToBuffDecompress(unpacked, &unpacked_length, packed, packed_length, 0, 0));
    return 0;
}
