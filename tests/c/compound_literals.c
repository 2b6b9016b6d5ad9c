// Compound literals, designated initialisers, struct assignment, returning and comparing members.
#include <stdio.h>

typedef struct { double x, y; } point;
typedef struct { point from, to; const char *label; int weights[3]; } edge;
static double length2(const point *p) { return p->x * p->x + p->y * p->y; }
static edge reversed(edge e) { return (edge){.to = e.from, .from = e.to, .label = e.label, .weights = {e.weights[2], [2] = e.weights[0]}}; }

int main(void) {
    edge e = {{1, 2}, .to = {.y = 4, .x = 3}, "main", {7, 8, 9}}, f = reversed(e);
    printf("%g %g %s %d %d %d\n", f.from.x, f.to.y, f.label, f.weights[0], f.weights[1], f.weights[2]);
    printf("%g\n", length2(&(point){3, 4}));
    int *list = (int[]){5, 6, 7};
    list[1] += 10;
    printf("%d %d\n", list[1], ((int[]){1, 2, 3})[2]);
    e = (edge){0};
    printf("%d %g\n", e.label == 0, e.to.x);
    point grid[2] = {[1] = {.x = 9}};
    grid[0] = grid[1];
    printf("%g\n", grid[0].x + grid[0].y);
    return 0;
}
// expect: 3 2 main 9 0 7
// expect: 25
// expect: 16 3
// expect: 1 0
// expect: 9
