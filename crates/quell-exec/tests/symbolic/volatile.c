/* Volatile memory is read and written as other memory is; that it is accessed is recorded. */

struct port {
    volatile int status;
    int data;
};

volatile int reg = 3;
static volatile struct port port = {1, 2};

/* no volatile access */
int plain(int a, int b) {
    struct port p = {0, 0};
    p.data = a;
    return p.data - b + (int)sizeof(port);
}

int reads(int a) {
    return a == reg;
}

int writes(int a) {
    reg = a;
    return a ^ 1;
}

int local(int a) {
    volatile int kept = a;
    return kept & 7;
}

int member(struct port *p, int a) {
    return p->status == a;
}

int copies(int a) {
    struct port copy = port;
    return copy.data ^ a;
}

int through(volatile int *p, int a) {
    *p = a;
    return a | 1;
}

int adds(int a) {
    return __atomic_fetch_add(&reg, a & 1, __ATOMIC_SEQ_CST);
}

/* on one path only */
int guarded(int a) {
    if (a > 3)
        return reg;
    return a;
}

int calls(int a) {
    return reads(a) + 1;
}
