// Structs whose layout the C compiler knows. For every field, `want_*` is its offset and `got_*`
// computes its address; for every struct, `size_*` is its size and `next_*` steps over one.
#include <stddef.h>
#include <stdint.h>

#define SIZE(S)                                      \
    const unsigned long size_##S = sizeof(struct S); \
    void *next_##S(struct S *p) { return p + 1; }
#define FIELD(S, F)                                            \
    const unsigned long want_##S##__##F = offsetof(struct S, F); \
    void *got_##S##__##F(struct S *p) { return &p->F; }

struct scalars { char a; short b; char c; int d; char e; long f; char g; };
SIZE(scalars) FIELD(scalars, a) FIELD(scalars, b) FIELD(scalars, c) FIELD(scalars, d)
FIELD(scalars, e) FIELD(scalars, f) FIELD(scalars, g)

struct floats { char a; float b; char c; double d; char e; long double f; char g; };
SIZE(floats) FIELD(floats, b) FIELD(floats, d) FIELD(floats, f) FIELD(floats, g)

struct wide { char a; __int128 b; char c; };
SIZE(wide) FIELD(wide, b) FIELD(wide, c)

struct __attribute__((packed)) packed { char a; long b; short c; __int128 d; long double e; };
SIZE(packed) FIELD(packed, b) FIELD(packed, c) FIELD(packed, d) FIELD(packed, e)

struct holder { char a; struct packed b; char c; struct scalars d; };
SIZE(holder) FIELD(holder, b) FIELD(holder, c) FIELD(holder, d)

struct arrays { char a[3]; short b[5]; struct scalars c[2]; int d[0]; char e; double f[]; };
SIZE(arrays) FIELD(arrays, b) FIELD(arrays, c) FIELD(arrays, d) FIELD(arrays, e) FIELD(arrays, f)

struct bits { unsigned a : 3; unsigned b : 30; unsigned char c : 2; long d : 40; char e; int : 0; short f; };
SIZE(bits) FIELD(bits, e) FIELD(bits, f)

struct pointers { char a; void *b; char c; void (*d)(void); _Bool e; };
SIZE(pointers) FIELD(pointers, b) FIELD(pointers, c) FIELD(pointers, d) FIELD(pointers, e)

union inside { char a; double b; char c[9]; };
struct unions { char a; union inside b; char c; };
SIZE(unions) FIELD(unions, b) FIELD(unions, c)

typedef int int4 __attribute__((vector_size(16)));
typedef float float2 __attribute__((vector_size(8)));
typedef double double4 __attribute__((vector_size(32)));
struct vectors { char a; int4 b; char c; float2 d; char e; double4 f; char g; };
SIZE(vectors) FIELD(vectors, b) FIELD(vectors, d) FIELD(vectors, f) FIELD(vectors, g)

struct aligned { char a; int b __attribute__((aligned(16))); char c; };
SIZE(aligned) FIELD(aligned, b) FIELD(aligned, c)

struct complexes { char a; float _Complex b; char c; double _Complex d; };
SIZE(complexes) FIELD(complexes, b) FIELD(complexes, c) FIELD(complexes, d)

struct half { char a; _Float16 b; char c; };
SIZE(half) FIELD(half, b) FIELD(half, c)
