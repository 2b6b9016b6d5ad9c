// Large structs copied, passed, returned, in arrays and through function pointers; memcmp and memset on them.
#include <stdio.h>
#include <string.h>

struct large { int id; char name[40]; double values[10]; struct { short a, b; } pairs[5]; };
static struct large build(int id) {
    struct large l;
    memset(&l, 0, sizeof l);
    l.id = id;
    snprintf(l.name, sizeof l.name, "item-%d", id);
    for (int i = 0; i < 10; i++) l.values[i] = id * i / 4.0;
    for (int i = 0; i < 5; i++) l.pairs[i].a = (short)(id + i), l.pairs[i].b = (short)(id * i);
    return l;
}
static double weigh(struct large a, struct large b) { a.values[0] = 1000; double s = 0; for (int i = 0; i < 10; i++) s += a.values[i] * b.values[9 - i]; return s + a.pairs[4].b - b.pairs[2].a; }

int main(void) {
    struct large all[4];
    for (int i = 0; i < 4; i++) all[i] = build(i + 1);
    struct large copy = all[2];
    printf("%d %s %g\n", memcmp(&copy, &all[2], sizeof copy), copy.name, weigh(all[1], all[3]));
    double (*f)(struct large, struct large) = weigh;
    all[0] = all[3], all[3].id = -1;
    printf("%d %d %g %g\n", all[0].id, all[3].id, f(all[0], copy), all[0].values[0]);
    return 0;
}
// expect: 0 item-3 9062
// expect: 4 -1 6851 0
