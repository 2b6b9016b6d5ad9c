/* Compresses standard input at the level given, shows the result and checks that it decompresses to the input. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "zlib.h"

enum { CAPACITY = 1 << 16 };

static unsigned char input[CAPACITY], packed[2 * CAPACITY], unpacked[CAPACITY];

static void show_hex(const unsigned char *bytes, unsigned long length) {
    for (unsigned long i = 0; i < length; i++)
        printf("%02x%s", bytes[i], i % 32 == 31 ? "\n" : "");
    putchar('\n');
}

int main(int argc, char **argv) {
    int level = argc > 1 ? atoi(argv[1]) : Z_DEFAULT_COMPRESSION;
    unsigned long length = fread(input, 1, CAPACITY, stdin);
    unsigned long packed_length = sizeof packed, unpacked_length = sizeof unpacked;

    printf("zlib %s, level %d, %lu bytes\n", zlibVersion(), level, length);
    printf("crc32 %08lx adler32 %08lx\n", crc32(0, input, length), adler32(1, input, length));
    if (compress2(packed, &packed_length, input, length, level) != Z_OK)
        return 1;
    show_hex(packed, packed_length);
    if (uncompress(unpacked, &unpacked_length, packed, packed_length) != Z_OK)
        return 2;
    if (unpacked_length != length || memcmp(input, unpacked, length) != 0)
        return 3;
    packed[packed_length / 2] ^= 0x55;
    unpacked_length = sizeof unpacked;
    printf("damaged: %d\n", uncompress(unpacked, &unpacked_length, packed, packed_length));
    return 0;
}
