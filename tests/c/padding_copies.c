// Copying uninitialised memory is harmless as long as nothing depends on it: padding, whole structs,
// unions, arrays that are filled later.
#include <stdio.h>
#include <string.h>

struct gaps { char a; int b; short c; double d; char e; };
union either { char small; long large; };

static struct gaps make(int n) { struct gaps g; g.a = (char)n, g.b = n * 2, g.c = (short)(n * 3), g.d = n * 4, g.e = 'z'; return g; }

int main(void) {
    struct gaps x = make(5), y = x, z[2];
    z[1] = y;
    memcpy(&z[0], &z[1], sizeof z[0]);
    printf("%d %d %d %g %c\n", z[0].a, z[0].b, z[0].c, z[0].d, z[0].e);
    struct gaps nothing, copy;
    copy = nothing;
    copy.b = 3;
    printf("%d\n", copy.b);
    union either u, v;
    u.small = 'q';
    v = u;
    printf("%c\n", v.small);
    int a[4], b[4];
    a[2] = 7;
    memcpy(b, a, sizeof b);
    printf("%d\n", b[2]);
    int unused;
    int *p = &unused;
    *p = 1;
    return *p - 1;
}
// expect: 5 10 15 20 z
// expect: 3
// expect: q
// expect: 7
