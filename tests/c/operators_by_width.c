// Every binary and unary operator on every integer type, on values at the edges; a running
// checksum per type and operator.
#include <stdint.h>
#include <stdio.h>

static uint64_t sum;
static void take(uint64_t v) { sum = (sum ^ v) * 0x100000001b3u + (sum >> 17); }

#define UNSIGNED(T)                                                            \
    static const T T##_edges[] = {0, 1, 2, 3, 7, 8, 0x55, (T)-1, (T)-2,       \
                                  (T)((T)-1 / 2), (T)((T)-1 / 2 + 1), 100};    \
    static void test_##T(void) {                                               \
        int n = sizeof T##_edges / sizeof *T##_edges;                          \
        for (int i = 0; i < n; i++)                                            \
            for (int j = 0; j < n; j++) {                                      \
                T a = T##_edges[i], b = T##_edges[j];                          \
                take((T)((uint64_t)a + b)), take((T)((uint64_t)a - b));        \
                take((T)((uint64_t)a * b));                                    \
                if (b) take((T)(a / b)), take((T)(a % b));                     \
                take(a & b), take(a | b), take(a ^ b);                         \
                take((T)((uint64_t)a << (b % (8 * sizeof(T)))));               \
                take((T)(a >> (b % (8 * sizeof(T)))));                         \
                take(a < b), take(a <= b), take(a > b), take(a >= b);          \
                take(a == b), take(a != b), take(a && b), take(a || b);        \
                take((T)~a), take(!a), take((T)-(uint64_t)a);                  \
            }                                                                  \
        printf("%s %016llx\n", #T, (unsigned long long)sum);                   \
    }

#define SIGNED(T, MIN, MAX)                                                    \
    static const T T##_edges[] = {0, 1, -1, 2, -2, 7, -7, MIN, MIN + 1, MAX,   \
                                  MAX - 1, 100, -100};                         \
    static void test_##T(void) {                                               \
        int n = sizeof T##_edges / sizeof *T##_edges;                          \
        for (int i = 0; i < n; i++)                                            \
            for (int j = 0; j < n; j++) {                                      \
                T a = T##_edges[i], b = T##_edges[j], r;                       \
                take(__builtin_add_overflow(a, b, &r)), take(r);               \
                take(__builtin_sub_overflow(a, b, &r)), take(r);               \
                take(__builtin_mul_overflow(a, b, &r)), take(r);               \
                if (b && !(a == MIN && b == -1)) take(a / b), take(a % b);     \
                take(a & b), take(a | b), take(a ^ b), take(~a), take(!a);     \
                take(a >> ((unsigned)b % (8 * sizeof(T))));                    \
                take(a < b), take(a <= b), take(a > b), take(a >= b);          \
                take(a == b), take(a != b), take(a ? b : ~b);                  \
            }                                                                  \
        printf("%s %016llx\n", #T, (unsigned long long)sum);                   \
    }

typedef signed char sc;
typedef unsigned char uc;
typedef short ss;
typedef unsigned short us;
typedef unsigned int ui;
typedef long long ll;
typedef unsigned long long ull;

UNSIGNED(uc)
UNSIGNED(us)
UNSIGNED(ui)
UNSIGNED(ull)
SIGNED(sc, -128, 127)
SIGNED(ss, -32768, 32767)
SIGNED(int, (-2147483647 - 1), 2147483647)
SIGNED(ll, (-9223372036854775807LL - 1), 9223372036854775807LL)

int main(void) {
    test_uc(), test_us(), test_ui(), test_ull();
    test_sc(), test_ss(), test_int(), test_ll();
    return 0;
}
// expect: uc b7f49a113743fa22
// expect: us 1a640a20e342c948
// expect: ui 902f227742326c43
// expect: ull 892588cebc2d0953
// expect: sc cc217abeb04094a9
// expect: ss 6ea7734574cad960
// expect: int d33be2a0b6281444
// expect: ll f65b60c28809af98
