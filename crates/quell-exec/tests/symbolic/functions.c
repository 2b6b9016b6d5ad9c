/* Calls through pointers that lead to several functions. */
static int up(int x) { return x + 1; }
static int down(int x) { return x - 1; }
static int twice(int x) { return x > 1000 ? 0 : 2 * x; }
static int (*const ways[])(int) = {up, down, twice};

int one_of_two(int k) {
    int (*way)(int) = k > 5 ? up : down;
    return way(7);
}
int from_table(unsigned k, int x) { return x > 100000 || x < -100000 ? 0 : ways[k % 3](x); }
int maybe_none(int k) {
    int (*way)(int) = k > 5 ? up : 0;
    return way ? way(k / 2) : -1;
}
int none(int k) {
    int (*way)(int) = k > 5 ? up : 0;
    return way(3);
}
int composed(unsigned a, unsigned b) { return ways[a % 3](ways[b % 3](10)); }
static int applied(int (*way)(int), int times, int x) {
    for (int i = 0; i < times; i++)
        x = way(x);
    return x;
}
int many_times(unsigned k, unsigned n) { return applied(ways[k % 3], n % 4, 3); }

struct shape {
    int (*area)(const struct shape *);
    int a, b;
};
static int square(const struct shape *s) { return s->a * s->a; }
static int box(const struct shape *s) { return s->a * s->b; }
int area(int kind, unsigned char a, unsigned char b) {
    struct shape s = {kind ? square : box, a, b};
    return s.area(&s);
}
