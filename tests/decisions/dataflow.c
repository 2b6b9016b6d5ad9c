/* criteria: DUC,ADC,AUC */
int counter, total;
static char mode;
int shared;
//~ without DUC 5 the address of `shared` is taken
int table[4];
//~ without DUC 5 `table` is no scalar
int step(void);
void take(int *p);

int straight(int a) {
//~ ADC 18-19 the parameter a reaches a use (1 of 1)
//~ AUC 18-19 the parameter a reaches its use (1 of 1)
    int n = a;
//~ DUC 13-14 the parameter a reaches a at 10:13
//~ without DUC 9 the address of `n` is taken
    n += 2;
    n++;
    int m = n-- + 1;
//~ without DUC 9 the address of `m` is taken
    return n + m;
}

int branches(int a, int b) {
//~ ADC 18-19 the parameter a reaches a use (1 of 1); 25-26 the parameter b reaches a use (1 of 1)
//~ AUC 18-19 the parameter a reaches its use (1 of 1); 25-26 the parameter b reaches its use (1 of 1)
    int n;
//~ without DUC 9 the address of `n` is taken
    if (a > 0)
//~ DUC 9-10 the parameter a reaches a at 19:9
        n = b;
//~ DUC 13-14 the parameter b reaches b at 20:13
    else
        n = 0;
    return n;
}

int loops(int a) {
//~ ADC 15-16 the parameter a reaches a use (3 of 3)
//~ AUC 15-16 the parameter a reaches each of its 3 uses (1 of 3)
    int sum = 0;
//~ without DUC 9 the address of `sum` is taken
    for (int i = 0; i < a; i++)
//~ DUC 25-26 the parameter a reaches a at 28:25
//~ without DUC 14 the address of `i` is taken
        sum += i;
    while (a > 0)
//~ DUC 12-13 the parameter a reaches a at 30:12; 12-13 a /= 2 at 31:9 reaches a at 30:12
        a /= 2;
//~ ADC 9-15 a /= 2 at 31:9 reaches a use (2 of 2)
//~ AUC 9-15 a /= 2 at 31:9 reaches each of its 2 uses (1 of 2)
//~ DUC 9-15 the parameter a reaches a at 31:9; 9-15 a /= 2 at 31:9 reaches a at 31:9
    return sum;
}

void bump(void) { counter++; }

int globals(int a) {
//~ ADC 17-18 the parameter a reaches a use (1 of 1)
//~ AUC 17-18 the parameter a reaches its use (1 of 1)
    counter = a;
//~ ADC 5-16 counter = a at 38:5 reaches a use (1 of 1)
//~ AUC 5-16 counter = a at 38:5 reaches its use (1 of 1)
//~ DUC 15-16 the parameter a reaches a at 38:15
    total = counter;
//~ ADC 5-20 total = counter at 39:5 reaches a use (1 of 1)
//~ AUC 5-20 total = counter at 39:5 reaches its use (1 of 1)
//~ DUC 13-20 counter = a at 38:5 reaches counter at 39:13
    bump();
    mode = total;
//~ ADC 5-17 mode = total at 41:5 reaches a use (1 of 1)
//~ AUC 5-17 mode = total at 41:5 reaches its use (1 of 1)
//~ DUC 12-17 total = counter at 39:5 reaches total at 41:12
    return counter + mode;
//~ DUC 22-26 mode = total at 41:5 reaches mode at 42:22
}

int skipped(int a, volatile int v) {
//~ ADC 17-18 the parameter a reaches a use (1 of 1)
//~ AUC 17-18 the parameter a reaches its use (1 of 1)
//~ without DUC 33 `v` is volatile or atomic
    int items[2] = {0, 1};
//~ without DUC 9 `items` is no scalar
    int taken = a;
//~ DUC 17-18 the parameter a reaches a at 47:17
//~ without DUC 9 the address of `taken` is taken
    take(&taken);
    take(&shared);
    shared = v;
    return items[taken & 1] + table[0];
}

int scoped(int a) {
//~ ADC 16-17 the parameter a reaches a use (5 of 5)
//~ AUC 16-17 the parameter a reaches each of its 5 uses (1 of 5)
    int r = 0;
//~ without DUC 9 the address of `r` is taken
    while (a > 0) {
//~ DUC 12-13 the parameter a reaches a at 56:12; 12-13 a-- at 62:9 reaches a at 56:12
        int t;
//~ without DUC 13 the address of `t` is taken
        if (a & 1)
//~ DUC 13-14 the parameter a reaches a at 58:13; 13-14 a-- at 62:9 reaches a at 58:13
            t = a;
//~ DUC 17-18 the parameter a reaches a at 59:17; 17-18 a-- at 62:9 reaches a at 59:17
        if (a & 2)
//~ DUC 13-14 the parameter a reaches a at 60:13; 13-14 a-- at 62:9 reaches a at 60:13
            r = t;
        a--;
//~ ADC 9-12 a-- at 62:9 reaches a use (5 of 5)
//~ AUC 9-12 a-- at 62:9 reaches each of its 5 uses (1 of 5)
//~ DUC 9-12 the parameter a reaches a at 62:9; 9-12 a-- at 62:9 reaches a at 62:9
    }
    return r;
}

int assigned(int a, int b) {
//~ ADC 18-19 the parameter a reaches a use (1 of 1); 25-26 the parameter b reaches a use (1 of 1)
//~ AUC 18-19 the parameter a reaches its use (1 of 1); 25-26 the parameter b reaches its use (1 of 1)
    int c;
//~ without DUC 9 the address of `c` is taken
    if ((c = a) && b)
//~ DUC 14-15 the parameter a reaches a at 69:14; 20-21 the parameter b reaches b at 69:20
        return c;
    c = b = 3;
//~ ADC 9-14 b = 3 at 71:9 reaches a use (1 of 1)
//~ AUC 9-14 b = 3 at 71:9 reaches its use (1 of 1)
    return c ? b : (c = 4, c);
//~ DUC 16-17 b = 3 at 71:9 reaches b at 72:16
}

double pointers(const char *p, double x) {
//~ ADC 29-30 the parameter p reaches a use (3 of 3); 39-40 the parameter x reaches a use (1 of 1)
//~ AUC 29-30 the parameter p reaches each of its 3 uses (1 of 3); 39-40 the parameter x reaches its use (1 of 1)
    while (*p)
//~ DUC 13-14 the parameter p reaches p at 76:13; 13-14 p++ at 77:9 reaches p at 76:13
        p++;
//~ ADC 9-12 p++ at 77:9 reaches a use (3 of 3)
//~ AUC 9-12 p++ at 77:9 reaches each of its 3 uses (1 of 3)
//~ DUC 9-12 the parameter p reaches p at 77:9; 9-12 p++ at 77:9 reaches p at 77:9
    x = x * 2;
//~ ADC 5-14 x = x * 2 at 78:5 reaches a use (1 of 1)
//~ AUC 5-14 x = x * 2 at 78:5 reaches its use (1 of 1)
//~ DUC 9-10 the parameter x reaches x at 78:9
    return x + *p;
//~ DUC 12-13 x = x * 2 at 78:5 reaches x at 79:12; 17-18 the parameter p reaches p at 79:17; 17-18 p++ at 77:9 reaches p at 79:17
}

#define TWICE(x) ((x) + (x))
#define SET(x, v) (x) = (v)

int macros(int a) {
//~ ADC 16-17 the parameter a reaches a use (1 of 1)
//~ AUC 16-17 the parameter a reaches its use (1 of 1)
    int n;
//~ without DUC 9 the address of `n` is taken
    SET(n, a);
//~ DUC 5-14 the parameter a reaches a at 87:5
    return TWICE(n);
}

int statics(int a) {
//~ ADC 17-18 the parameter a reaches a use (1 of 1)
//~ AUC 17-18 the parameter a reaches its use (1 of 1)
    static int last = 3;
    int old = last;
//~ without DUC 9 the address of `old` is taken
    last = a;
//~ ADC 5-13 last = a at 94:5 reaches a use (1 of 1)
//~ AUC 5-13 last = a at 94:5 reaches its use (1 of 1)
//~ DUC 12-13 the parameter a reaches a at 94:12
    return old + last;
//~ DUC 18-22 last = a at 94:5 reaches last at 95:18
}
