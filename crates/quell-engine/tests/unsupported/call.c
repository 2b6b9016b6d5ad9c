/* A call through a pointer to one of two functions. */
static int up(int x) { return x + 1; }
static int down(int x) { return x - 1; }
int moved(int k) {
    int (*way)(int) = k > 5 ? up : down;
    if (k < 0)
        return 0;
    return way(7);
}
