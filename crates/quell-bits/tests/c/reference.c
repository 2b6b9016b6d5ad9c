/* Computes what the C compiler and library of this machine say, one request per line:
 *   FORMAT OPERATION A B C         operands as 32 hexadecimal digits, unused ones 0
 *   FORMAT print SPECIFICATION A   the text that printf makes, without sign
 *   FORMAT scan TEXT               value, bytes read, 1 for ERANGE
 * FORMAT is h f d x q for _Float16, float, double, long double, _Float128. */
#define __STDC_WANT_IEC_60559_TYPES_EXT__ 1
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned __int128 u128;
typedef __int128 i128;

static u128 read_hex(const char *text) {
    u128 value = 0;
    for (; *text; text++)
        value = value << 4 | (u128)(*text <= '9' ? *text - '0' : (*text | 32) - 'a' + 10);
    return value;
}

static void put(u128 raw, unsigned size) {
    if (size < 16)
        raw &= ((u128)1 << 8 * size) - 1;
    printf("%016" PRIx64 "%016" PRIx64 "\n", (uint64_t)(raw >> 64), (uint64_t)raw);
}

#define SIZE_h 2
#define SIZE_f 4
#define SIZE_d 8
#define SIZE_x 10
#define SIZE_q 16
typedef _Float16 type_h;
typedef float type_f;
typedef double type_d;
typedef long double type_x;
typedef _Float128 type_q;

#define ACCESS(F)                                                                                  \
    __attribute__((noinline)) static type_##F get_##F(u128 raw) {                                  \
        type_##F value;                                                                            \
        memset(&value, 0, sizeof value);                                                           \
        memcpy(&value, &raw, SIZE_##F);                                                            \
        return value;                                                                              \
    }                                                                                              \
    static void put_##F(type_##F value) {                                                          \
        u128 raw = 0;                                                                              \
        memcpy(&raw, &value, SIZE_##F);                                                            \
        put(raw, SIZE_##F);                                                                        \
    }
ACCESS(h) ACCESS(f) ACCESS(d) ACCESS(x) ACCESS(q)

#define IS(name) (!strcmp(op, name))

/* Arithmetic and conversions that the language itself has. */
#define BASIC(F)                                                                                   \
    static int basic_##F(const char *op, u128 x, u128 y) {                                         \
        type_##F a = get_##F(x), b = get_##F(y);                                                   \
        if (IS("add")) put_##F(a + b);                                                             \
        else if (IS("sub")) put_##F(a - b);                                                        \
        else if (IS("mul")) put_##F(a * b);                                                        \
        else if (IS("div")) put_##F(a / b);                                                        \
        else if (IS("to_f")) put_f((float)a);                                                      \
        else if (IS("to_d")) put_d((double)a);                                                     \
        else if (IS("to_x")) put_x((long double)a);                                                \
        else if (IS("to_q")) put_q((_Float128)a);                                                  \
        else if (IS("to_h")) put_h((_Float16)a);                                                   \
        else if (IS("to_i32")) put((u128)(int32_t)a, 4);                                           \
        else if (IS("to_i64")) put((u128)(int64_t)a, 8);                                           \
        else if (IS("to_u64")) put((u128)(uint64_t)a, 8);                                          \
        else if (IS("from_i64")) put_##F((type_##F)(int64_t)x);                                    \
        else if (IS("from_u64")) put_##F((type_##F)(uint64_t)x);                                   \
        else if (IS("from_i128")) put_##F((type_##F)(i128)x);                                      \
        else if (IS("from_u128")) put_##F((type_##F)x);                                            \
        else if (IS("compare")) puts(a < b ? "<" : a > b ? ">" : a == b ? "=" : "?");              \
        else return 0;                                                                             \
        return 1;                                                                                  \
    }
BASIC(h) BASIC(f) BASIC(d) BASIC(x) BASIC(q)

/* What the mathematical library adds; S is the suffix of its functions. */
#define LIBRARY(F, S)                                                                              \
    static int library_##F(const char *op, u128 x, u128 y, u128 z) {                               \
        type_##F a = get_##F(x), b = get_##F(y), c = get_##F(z);                                   \
        if (IS("rem")) put_##F(fmod##S(a, b));                                                     \
        else if (IS("fma")) put_##F(fma##S(a, b, c));                                              \
        else if (IS("minnum")) put_##F(fmin##S(a, b));                                             \
        else if (IS("maxnum")) put_##F(fmax##S(a, b));                                             \
        else if (IS("sqrt")) put_##F(sqrt##S(a));                                                  \
        else if (IS("floor")) put_##F(floor##S(a));                                                \
        else if (IS("ceil")) put_##F(ceil##S(a));                                                  \
        else if (IS("trunc")) put_##F(trunc##S(a));                                                \
        else if (IS("round")) put_##F(round##S(a));                                                \
        else if (IS("roundeven")) put_##F(rint##S(a));                                             \
        else return 0;                                                                             \
        return 1;                                                                                  \
    }
LIBRARY(f, f) LIBRARY(d, ) LIBRARY(x, l) LIBRARY(q, f128)

static void print(char format, const char *specification, u128 raw) {
    char text[40000];
    if (format == 'd') {
        snprintf(text, sizeof text, specification, get_d(raw));
    } else if (format == 'x') {
        char longer[100];
        size_t last = strlen(specification) - 1;
        snprintf(longer, sizeof longer, "%.*sL%c", (int)last, specification, specification[last]);
        snprintf(text, sizeof text, longer, get_x(raw));
    } else {
        strfromf128(text, sizeof text, specification, get_q(raw));
    }
    puts(text[0] == '-' ? text + 1 : text);
}

#define SCAN(F, function)                                                                          \
    {                                                                                              \
        char *end;                                                                                 \
        errno = 0;                                                                                 \
        type_##F value = function(text, &end);                                                     \
        printf("%d %d ", (int)(end - text), errno == ERANGE);                                      \
        put_##F(value);                                                                            \
    }

static void scan(char format, const char *text) {
    switch (format) {
    case 'f': SCAN(f, strtof) break;
    case 'd': SCAN(d, strtod) break;
    case 'x': SCAN(x, strtold) break;
    case 'q': SCAN(q, strtof128) break;
    }
}

static int compute(char format, const char *op, u128 a, u128 b, u128 c) {
    switch (format) {
    case 'h': return basic_h(op, a, b);
    case 'f': return basic_f(op, a, b) || library_f(op, a, b, c);
    case 'd': return basic_d(op, a, b) || library_d(op, a, b, c);
    case 'x': return basic_x(op, a, b) || library_x(op, a, b, c);
    case 'q': return basic_q(op, a, b) || library_q(op, a, b, c);
    }
    return 0;
}

int main(void) {
    static char line[100000];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        char format = line[0], *op = line + 2, *rest = strchr(op, ' ');
        *rest++ = 0;
        if (!strcmp(op, "scan")) {
            scan(format, rest);
            continue;
        }
        char *first = strtok(rest, " "), *second = strtok(NULL, " "), *third = strtok(NULL, " ");
        if (!strcmp(op, "print"))
            print(format, first, read_hex(second));
        else if (!compute(format, op, read_hex(first), read_hex(second), read_hex(third)))
            puts("unknown");
    }
}
