// Integer conversions: truncation, sign and zero extension, mixed comparisons, char signedness.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    int64_t values[] = {0, 1, -1, 127, 128, 255, 256, -128, -129, 65535, 65536, 0x7fffffff, 0x80000000LL, INT64_MIN};
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        int64_t v = values[i];
        printf("%d %u %d %u %d %u %d\n", (int8_t)v, (uint8_t)v, (int16_t)v, (uint16_t)v, (int32_t)v, (uint32_t)v,
               (bool)v);
    }
    printf("%d %d %d\n", -1 < 1u, (signed char)-1 < (unsigned char)1, -1L < 1u);
    char c = (char)200;
    unsigned char uc = (unsigned char)c;
    printf("%d %d %d\n", c, uc, c == (char)uc);
    uint16_t a = 65535, b = 65535;
    printf("%u\n", (uint32_t)a * b);
    printf("%d %d\n", (bool)0.5, (bool)256);
    _Bool flag = 2;
    flag += 1;
    printf("%d %zu\n", flag, sizeof flag);
    return 0;
}
// expect: 0 0 0 0 0 0 0
// expect: 1 1 1 1 1 1 1
// expect: -1 255 -1 65535 -1 4294967295 1
// expect: 127 127 127 127 127 127 1
// expect: -128 128 128 128 128 128 1
// expect: -1 255 255 255 255 255 1
// expect: 0 0 256 256 256 256 1
// expect: -128 128 -128 65408 -128 4294967168 1
// expect: 127 127 -129 65407 -129 4294967167 1
// expect: -1 255 -1 65535 65535 65535 1
// expect: 0 0 0 0 65536 65536 1
// expect: -1 255 -1 65535 2147483647 2147483647 1
// expect: 0 0 0 0 -2147483648 2147483648 1
// expect: 0 0 0 0 0 0 1
// expect: 0 1 1
// expect: -56 200 1
// expect: 4294836225
// expect: 1 1
// expect: 1 1
