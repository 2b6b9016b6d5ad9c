// What compilers know of the size of objects: at run time, only what the code generator can tell.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record { char a[4]; char b[8]; int c; };
static struct record fixed;
char shared[30];

#define SIZES(name, of, p) printf("%s %zd %zd %zd %zd\n", name, of(p, 0), of(p, 1), of(p, 2), of(p, 3))
#define BOTH(p) SIZES(#p, __builtin_object_size, p), SIZES("  when run", __builtin_dynamic_object_size, p)

__attribute__((noinline)) static void parameter(char *p, int n) {
    BOTH(p);
    BOTH(p + n);
}

__attribute__((noinline)) static char *same(char *p) { return p; }

__attribute__((noinline)) static void copied(struct record by_value) { BOTH(by_value.b); }

int main(int argc, char **argv) {
    struct record local;
    char array[10], variable[argc + 6];
    char *block = malloc(12), *inner = array + 2, *one = argc > 1 ? array : shared;
    char *cleared = calloc(3, argc + 4);
    BOTH(&local);
    BOTH(local.b);
    BOTH(&local.b[2]);
    BOTH(array);
    BOTH(array + 3);
    BOTH(array + argc);
    BOTH(array + 20);
    BOTH(block);
    BOTH(block + 1);
    BOTH(inner);
    BOTH(one);
    BOTH(argc > 1 ? array : shared);
    BOTH(argc > 1 ? array + argc : shared);
    BOTH(&fixed);
    BOTH(&fixed.c);
    BOTH(shared + 7);
    BOTH(cleared);
    BOTH(cleared + argc);
    BOTH(same(array));
    BOTH((char *)0);
    BOTH(variable);
    BOTH(variable + argc);
    BOTH("literal");
    BOTH((char *)malloc(7));
    block = realloc(block, 100);
    BOTH(block);
    parameter(array, 1);
    parameter(block, 2);
    copied(local = fixed);
    free(block);
    return 0;
}
