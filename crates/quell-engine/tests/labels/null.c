/* The code expects null where it compares with null, itself or in a function that it calls; elsewhere it does not. */
int reversed(const int *p) {
    if (p)
        return 1;
    return *p;
}

static int is_missing(const int *p) { return !p; }

int through(const int *p) {
    if (is_missing(p))
        return *p;
    return 1;
}

int unexpected(const int *p) { return *p; }
