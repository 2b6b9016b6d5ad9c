/* A header of the user's own. */
struct point {
    int x, y;
    unsigned flag : 3;
    signed more : 5;
};

static int header_sum(const struct point *p) {
    return p->x + p->y;
}
