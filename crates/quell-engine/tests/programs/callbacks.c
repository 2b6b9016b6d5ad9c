/* Function pointers point to external functions, whose calls are observed and whose results are
   inputs. A structure that is only declared can be passed on. */

struct pool;

struct device {
    int (*open)(int mode);
    void (*close)(int handle, double level);
    unsigned char (*peek)(const char *name);
};

/* The index of the greatest element, in the order that the callback defines. */
int greatest(const int *a, int n, int (*compare)(int, int)) {
    int best = 0;
    for (int i = 1; i < n; i++)
        if (compare(a[i], a[best]) > 0)
            best = i;
    return best;
}

int measured(struct device *device, int mode) {
    int handle = device->open(mode);
    if (handle < 0)
        return -1;
    device->close(handle, mode / 2.0);
    int level = device->peek("level");
    return level > 9 && level >= 0;
}

/* A callback of the same name with other parameters. */
long called(long (*compare)(struct pool *, long), struct pool *pool, struct pool *other, long n) {
    return n > 10 ? compare(other, n - 10) : compare(pool, n);
}

/* An empty structure is not passed. */
struct nothing {};

int counted(int (*count)(struct nothing, int), int n) {
    struct nothing nothing;
    return n > 3 ? count(nothing, n) : 0;
}
