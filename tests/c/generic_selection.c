// _Generic, statement expressions, typeof, _Static_assert, _Alignas, thread-local storage.
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>

#define kind(x) _Generic((x), int: "int", unsigned: "unsigned", double: "double", float: "float", char *: "string", default: "other")
#define max(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
_Static_assert(sizeof(void *) == 8, "64 bits");
static _Thread_local int per_thread = 4;
static __thread long other;

int main(void) {
    char text[] = "t";
    printf("%s %s %s %s %s %s\n", kind(1), kind(1u), kind(1.0), kind(1.0f), kind(text), kind(1L));
    int n = 3;
    printf("%d %d\n", max(n++, 2), n);
    alignas(64) char block[64];
    printf("%d %zu\n", (int)((uintptr_t)block % 64), alignof(long double));
    per_thread++;
    other -= per_thread;
    printf("%d %ld %zu\n", per_thread, other, sizeof "four");
    return 0;
}
// expect: int unsigned double float string other
// expect: 3 4
// expect: 0 16
// expect: 5 -5 5
