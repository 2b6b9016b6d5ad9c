// csmith guards its arithmetic, but not these builtins: they are undefined on zero, or need a
// newer processor than the compiler assumes. Included before each program that uses them.
static inline int total_clz(unsigned n) { return n ? __builtin_clz(n) : 32; }
static inline int total_clzl(unsigned long n) { return n ? __builtin_clzl(n) : 64; }
static inline int total_clzll(unsigned long long n) { return n ? __builtin_clzll(n) : 64; }
static inline int total_clzs(unsigned short n) { return n ? __builtin_clzs(n) : 16; }
static inline int total_ctz(unsigned n) { return n ? __builtin_ctz(n) : 32; }
static inline int total_ctzl(unsigned long n) { return n ? __builtin_ctzl(n) : 64; }
static inline int total_ctzll(unsigned long long n) { return n ? __builtin_ctzll(n) : 64; }
static inline int total_ctzs(unsigned short n) { return n ? __builtin_ctzs(n) : 16; }
static inline unsigned portable_crc32qi(unsigned crc, unsigned char byte) {
    crc ^= byte;
    for (int bit = 0; bit < 8; bit++)
        crc = crc & 1 ? crc >> 1 ^ 0x82f63b78u : crc >> 1;
    return crc;
}
#define __builtin_clz total_clz
#define __builtin_clzl total_clzl
#define __builtin_clzll total_clzll
#define __builtin_clzs total_clzs
#define __builtin_ctz total_ctz
#define __builtin_ctzl total_ctzl
#define __builtin_ctzll total_ctzll
#define __builtin_ctzs total_ctzs
#define __builtin_ia32_crc32qi portable_crc32qi
