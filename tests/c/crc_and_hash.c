// Table-driven CRC-32, Adler-32, FNV, SipHash-like mixing: unsigned arithmetic at scale.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t table[256];
static void prepare(void) { for (uint32_t i = 0; i < 256; i++) { uint32_t c = i; for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1; table[i] = c; } }
static uint32_t crc(const unsigned char *p, size_t n) { uint32_t c = ~0u; while (n--) c = table[(c ^ *p++) & 255] ^ c >> 8; return ~c; }
static uint32_t adler(const unsigned char *p, size_t n) { uint32_t a = 1, b = 0; while (n--) a = (a + *p++) % 65521, b = (b + a) % 65521; return b << 16 | a; }
static uint64_t fnv(const unsigned char *p, size_t n) { uint64_t h = 0xcbf29ce484222325; while (n--) h = (h ^ *p++) * 0x100000001b3; return h; }
#define ROTL(x, b) (uint64_t)((x) << (b) | (x) >> (64 - (b)))
static uint64_t mix(const unsigned char *p, size_t n) {
    uint64_t v0 = 1, v1 = 2, v2 = 3, v3 = 4;
    for (; n >= 8; n -= 8, p += 8) {
        uint64_t m;
        memcpy(&m, p, 8);
        v3 ^= m, v0 += v1, v1 = ROTL(v1, 13), v1 ^= v0, v0 = ROTL(v0, 32), v2 += v3, v3 = ROTL(v3, 16), v3 ^= v2, v0 ^= m;
    }
    return v0 ^ v1 ^ v2 ^ v3;
}

int main(void) {
    unsigned char data[1024];
    for (int i = 0; i < 1024; i++) data[i] = (unsigned char)(i * 167 + (i >> 3));
    prepare();
    printf("%08x %08x\n", crc((const unsigned char *)"123456789", 9), crc(data, 1024));
    printf("%08x %016llx %016llx\n", adler(data, 1024), (unsigned long long)fnv(data, 1000), (unsigned long long)mix(data, 1000));
    return 0;
}
// expect: cbf43926 f7d64bd5
// expect: 7eb5fe10 74f1e10eb6a2e6bd 831b3333e261968b
