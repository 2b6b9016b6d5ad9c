// Builtins that steer the compiler or ask it: expect, constant_p, object_size, choose_expr, offsetof.
#include <stddef.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

struct s { char a; int b; char tail[7]; };
static volatile int n = 3;

int main(void) {
    char buffer[40];
    struct s s;
    printf("%d %ld\n", __builtin_expect(n > 2, 1) ? 10 : 20, __builtin_expect_with_probability(n, 3, 0.9));
    printf("%zu %zu %zu\n", __builtin_object_size(buffer + 8, 0), __builtin_object_size(s.tail, 1), offsetof(struct s, tail));
    printf("%d %d\n", __builtin_constant_p(42), __builtin_types_compatible_p(int, const int));
    printf("%d\n", __builtin_choose_expr(sizeof(long) == 8, 64, 32));
    printf("%zu %d\n", __builtin_strlen("four"), __builtin_memcmp("abc", "abd", 3) < 0);
    __builtin_memset(buffer, 'x', 5);
    buffer[5] = 0;
    printf("%s\n", (char *)__builtin_memcpy(buffer + 10, buffer, 6));
    __builtin_prefetch(buffer, 0, 3);
    int *aligned = __builtin_assume_aligned(&s.b, 4);
    *aligned = 9;
    __builtin_assume(s.b == 9);
    printf("%d %d\n", s.b, abs(-5) + (int)labs(-7L));
    if (n == 4) __builtin_trap();
    if (n == 5) __builtin_unreachable();
    printf("%g %d %d\n", __builtin_fabs(-2.5), __builtin_isnan(0.0 / n), __builtin_signbit(-0.0) != 0);
    void *here = __builtin_alloca_with_align(16, 256);
    printf("%zu\n", (size_t)here % 32);
    return __builtin_clz(1u) - 31;
}
// expect: 10 3
// expect: 32 7 8
// expect: 1 1
// expect: 64
// expect: 4 1
// expect: xxxxx
// expect: 9 12
// expect: 2.5 0 1
// expect: 0
