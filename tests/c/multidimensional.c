// Arrays of arrays, pointers to arrays, arrays of structs of arrays; sizeof and decay.
#include <stdio.h>

struct cell { int v[2]; char tag; };
static int cube[3][4][5];
static int sum_rows(int (*rows)[5], int n) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < 5; j++) s += rows[i][j] * (i + 1); return s; }

int main(void) {
    for (int i = 0; i < 60; i++) (&cube[0][0][0])[i] = i;
    printf("%d %d %d\n", cube[2][3][4], *(*(*(cube + 1) + 2) + 3), sum_rows(cube[1], 4));
    struct cell grid[2][3] = {{{{1, 2}, 'a'}, {.tag = 'b'}}, {[2] = {{5, 6}, 'z'}}};
    printf("%d %c %d %c %d\n", grid[0][0].v[1], grid[0][1].tag, grid[1][2].v[0], grid[1][2].tag, grid[1][0].v[1]);
    int (*p)[4][5] = cube + 1;
    int *flat = p[1][0];
    printf("%d %zu %zu %td\n", flat[7], sizeof cube / sizeof *cube, sizeof *p, &p[1][3][4] - &p[0][0][0]);
    const char *lines[][2] = {{"a", "alpha"}, {"b", "beta"}};
    for (int i = 0; i < 2; i++) printf("%s=%s ", lines[i][0], lines[i][1]);
    printf("\n");
    return 0;
}
// expect: 59 33 1600
// expect: 2 b 5 z 0
// expect: 47 3 80 39
// expect: a=alpha b=beta
