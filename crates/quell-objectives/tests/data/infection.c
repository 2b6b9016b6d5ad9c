/* The infections of one run. `same` lists the mutants of a line, by operator and replacement, that are executed and compute
   the value of the original; all other executed mutants are infected. Derived by hand from the values that come first. */
static int t[3] = {4, 0, 7};

struct pair { int x, y; };

static int above(const int *p, int i) {
    return p[i] > 3; /* p[0], 4; same: ROR !=, ROR >=, ROR 1, ABS abs(p[i]), ABS abs(i), ABS -abs(i), ABS 0 */
}

static int none(const int *p, int i) {
    return p[i] * 3; /* p[1], 0; same: AOR /, AOR %, ABS 0, ABS abs(p[i]), ABS -abs(p[i]), ABS abs(i), ABS abs(p[i] * 3), ABS -abs(p[i] * 3) */
}

static int member(struct pair *p) {
    if (p->x < p->y) /* 2 and 5; same: ROR !=, ROR <=, ROR 1, ABS abs(p->x), ABS -abs(p->x), ABS 0, ABS abs(p->y) */
        return p->y; /* 5; same: ABS abs(p->y) */
    return 1;
}

static int either(const int *p) {
    return *p == 4 || p[2] % 7 == 1; /* 4, and nothing more; same: ROR <=, ROR >=, ROR 1, ABS abs(*p) */
}

static int walk(const int *p) {
    int s = 0;
    while (*p) /* 4, then 0; same: ABS abs(*p), ABS -abs(*p) */
        s += *p++; /* 0 and 4; same: ABS s = abs(s) + *p++, ABS s = -abs(s) + *p++, ABS s = 0 + *p++, ABS abs(*p++) */
    return s; /* 4; same: ABS abs(s) */
}

void subject(void) {
    struct pair p = {2, 5};
    above(t, 0);
    none(t, 1);
    member(&p);
    either(t);
    walk(t);
}
