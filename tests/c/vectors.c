// GNU vectors: lanes of every kind, operators, comparison masks, shuffles, conversion, passing.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef int v4i __attribute__((vector_size(16)));
typedef float v4f __attribute__((vector_size(16)));
typedef double v2d __attribute__((vector_size(16)));
typedef unsigned char v16b __attribute__((vector_size(16)));
typedef int64_t v8l __attribute__((vector_size(64)));
typedef short v3s __attribute__((ext_vector_type(3)));
typedef _Bool v4t __attribute__((ext_vector_type(4)));

static v4i twist(v4i a, v4f b) { return a * 3 - __builtin_convertvector(b, v4i); }
static void show(v4i v) { printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]); }

int main(void) {
    v4i a = {1, -2, 3, 2147483647}, b = {10, 20, -30, 2};
    v4f f = {0.5f, -1.5f, 2.25f, 1e9f};
    show(a & b), show(a ^ ~b), show(b / (v4i){3, 3, 7, 1}), show(b % 7), show(a < b), show(b >> 1), show(-b);
    show((v4i)((v4f)(f * f + 1.0f) > 2.0f));
    show(twist(b, f));
    show(__builtin_shufflevector(a, b, 3, 0, 5, 6));
    v2d d = {1.0, 3.0};
    d = d / 3 + (v2d){0.1, -0.1};
    printf("%a %a\n", d[0], d[1]);
    v16b bytes;
    for (int i = 0; i < 16; i++) bytes[i] = (unsigned char)(i * 37);
    v16b more = bytes * bytes + 200, mask = (v16b)(more > bytes);
    v4i folded;
    more = (more & mask) | (bytes & ~mask);
    memcpy(&folded, &more, 16);
    show(folded);
    v8l wide = {1, 2, 3, 4, 5, 6, 7, 8};
    wide = wide * wide << 3;
    int64_t total = 0;
    for (int i = 0; i < 8; i++) total += wide[i];
    v3s three = {1, 2, 3};
    three = three.zyx * (short)2;
    printf("%lld %d %d %d\n", (long long)total, three.x, three.y, three.z);
    v4i larger = a > b, chosen = (a & larger) | (b & ~larger);
    show(chosen);
    printf("%d %d\n", __builtin_reduce_add(b), __builtin_reduce_max(b));
    int index = 2;
    a[index] = 99;
    printf("%d %f\n", a[index], f[index ^ 1]);
    return 0;
}
// expect: 0 20 2 2
// expect: -12 21 30 -2147483646
// expect: 3 6 -4 2
// expect: 3 6 -2 2
// expect: -1 -1 0 0
// expect: 5 10 -15 1
// expect: -10 -20 30 -2
// expect: 0 -1 -1 -1
// expect: 30 61 -92 -999999994
// expect: 2147483647 1 20 -30
// expect: 0x1.bbbbbbbbbbbbcp-2 0x1.ccccccccccccdp-1
// expect: -381016632 -773932652 -645074648 736944600
// expect: 1632 6 4 2
// expect: 10 20 3 2147483647
// expect: 2 20
// expect: 99 1000000000.000000
