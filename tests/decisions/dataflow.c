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
//~ ADC 9-14 n = a at 14:9 reaches a use (1 of 1)
//~ AUC 9-14 n = a at 14:9 reaches its use (1 of 1)
//~ DUC 13-14 the parameter a reaches a at 14:13
    n += 2;
//~ ADC 5-11 n += 2 at 18:5 reaches a use (1 of 1)
//~ AUC 5-11 n += 2 at 18:5 reaches its use (1 of 1)
//~ DUC 5-11 n = a at 14:9 reaches n at 18:5
    n++;
//~ ADC 5-8 n++ at 22:5 reaches a use (1 of 1)
//~ AUC 5-8 n++ at 22:5 reaches its use (1 of 1)
//~ DUC 5-8 n += 2 at 18:5 reaches n at 22:5
    int m = n-- + 1;
//~ ADC 9-20 m = n-- + 1 at 26:9 reaches a use (1 of 1); 13-16 n-- at 26:13 reaches a use (1 of 1)
//~ AUC 9-20 m = n-- + 1 at 26:9 reaches its use (1 of 1); 13-16 n-- at 26:13 reaches its use (1 of 1)
//~ DUC 13-16 n++ at 22:5 reaches n at 26:13
    return n + m;
//~ DUC 12-13 n-- at 26:13 reaches n at 30:12; 16-17 m = n-- + 1 at 26:9 reaches m at 30:16
}

int branches(int a, int b) {
//~ ADC 18-19 the parameter a reaches a use (1 of 1); 25-26 the parameter b reaches a use (1 of 1)
//~ AUC 18-19 the parameter a reaches its use (1 of 1); 25-26 the parameter b reaches its use (1 of 1)
    int n;
    if (a > 0)
//~ DUC 9-10 the parameter a reaches a at 38:9
        n = b;
//~ ADC 9-14 n = b at 40:9 reaches a use (1 of 1)
//~ AUC 9-14 n = b at 40:9 reaches its use (1 of 1)
//~ DUC 13-14 the parameter b reaches b at 40:13
    else
        n = 0;
//~ ADC 9-14 n = 0 at 45:9 reaches a use (1 of 1)
//~ AUC 9-14 n = 0 at 45:9 reaches its use (1 of 1)
    return n;
//~ DUC 12-13 n = b at 40:9 reaches n at 48:12; 12-13 n = 0 at 45:9 reaches n at 48:12
}

int loops(int a) {
//~ ADC 15-16 the parameter a reaches a use (3 of 3)
//~ AUC 15-16 the parameter a reaches each of its 3 uses (1 of 3)
    int sum = 0;
//~ ADC 9-16 sum = 0 at 55:9 reaches a use (2 of 2)
//~ AUC 9-16 sum = 0 at 55:9 reaches each of its 2 uses (1 of 2)
    for (int i = 0; i < a; i++)
//~ ADC 14-19 i = 0 at 58:14 reaches a use (3 of 3); 28-31 i++ at 58:28 reaches a use (3 of 3)
//~ AUC 14-19 i = 0 at 58:14 reaches each of its 3 uses (1 of 3); 28-31 i++ at 58:28 reaches each of its 3 uses (1 of 3)
//~ DUC 21-22 i = 0 at 58:14 reaches i at 58:21; 21-22 i++ at 58:28 reaches i at 58:21; 25-26 the parameter a reaches a at 58:25; 28-31 i = 0 at 58:14 reaches i at 58:28; 28-31 i++ at 58:28 reaches i at 58:28
        sum += i;
//~ ADC 9-17 sum += i at 62:9 reaches a use (2 of 2)
//~ AUC 9-17 sum += i at 62:9 reaches each of its 2 uses (1 of 2)
//~ DUC 9-17 sum = 0 at 55:9 reaches sum at 62:9; 9-17 sum += i at 62:9 reaches sum at 62:9; 16-17 i = 0 at 58:14 reaches i at 62:16; 16-17 i++ at 58:28 reaches i at 62:16
    while (a > 0)
//~ DUC 12-13 the parameter a reaches a at 66:12; 12-13 a /= 2 at 68:9 reaches a at 66:12
        a /= 2;
//~ ADC 9-15 a /= 2 at 68:9 reaches a use (2 of 2)
//~ AUC 9-15 a /= 2 at 68:9 reaches each of its 2 uses (1 of 2)
//~ DUC 9-15 the parameter a reaches a at 68:9; 9-15 a /= 2 at 68:9 reaches a at 68:9
    return sum;
//~ DUC 12-15 sum = 0 at 55:9 reaches sum at 72:12; 12-15 sum += i at 62:9 reaches sum at 72:12
}

void bump(void) { counter++; }

int globals(int a) {
//~ ADC 17-18 the parameter a reaches a use (1 of 1)
//~ AUC 17-18 the parameter a reaches its use (1 of 1)
    counter = a;
//~ ADC 5-16 counter = a at 81:5 reaches a use (1 of 1)
//~ AUC 5-16 counter = a at 81:5 reaches its use (1 of 1)
//~ DUC 15-16 the parameter a reaches a at 81:15
    total = counter;
//~ ADC 5-20 total = counter at 85:5 reaches a use (1 of 1)
//~ AUC 5-20 total = counter at 85:5 reaches its use (1 of 1)
//~ DUC 13-20 counter = a at 81:5 reaches counter at 85:13
    bump();
    mode = total;
//~ ADC 5-17 mode = total at 90:5 reaches a use (1 of 1)
//~ AUC 5-17 mode = total at 90:5 reaches its use (1 of 1)
//~ DUC 12-17 total = counter at 85:5 reaches total at 90:12
    return counter + mode;
//~ DUC 22-26 mode = total at 90:5 reaches mode at 94:22
}

int skipped(int a, volatile int v) {
//~ ADC 17-18 the parameter a reaches a use (1 of 1)
//~ AUC 17-18 the parameter a reaches its use (1 of 1)
//~ without DUC 33 `v` is volatile or atomic
    int items[2] = {0, 1};
//~ without DUC 9 `items` is no scalar
    int taken = a;
//~ DUC 17-18 the parameter a reaches a at 104:17
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
//~ ADC 9-14 r = 0 at 116:9 reaches a use (1 of 1)
//~ AUC 9-14 r = 0 at 116:9 reaches its use (1 of 1)
    while (a > 0) {
//~ DUC 12-13 the parameter a reaches a at 119:12; 12-13 a-- at 134:9 reaches a at 119:12
        int t;
        if (a & 1)
//~ DUC 13-14 the parameter a reaches a at 122:13; 13-14 a-- at 134:9 reaches a at 122:13
            t = a;
//~ ADC 13-18 t = a at 124:13 reaches a use (1 of 1)
//~ AUC 13-18 t = a at 124:13 reaches its use (1 of 1)
//~ DUC 17-18 the parameter a reaches a at 124:17; 17-18 a-- at 134:9 reaches a at 124:17
        if (a & 2)
//~ DUC 13-14 the parameter a reaches a at 128:13; 13-14 a-- at 134:9 reaches a at 128:13
            r = t;
//~ ADC 13-18 r = t at 130:13 reaches a use (1 of 1)
//~ AUC 13-18 r = t at 130:13 reaches its use (1 of 1)
//~ DUC 17-18 t = a at 124:13 reaches t at 130:17
        a--;
//~ ADC 9-12 a-- at 134:9 reaches a use (5 of 5)
//~ AUC 9-12 a-- at 134:9 reaches each of its 5 uses (1 of 5)
//~ DUC 9-12 the parameter a reaches a at 134:9; 9-12 a-- at 134:9 reaches a at 134:9
    }
    return r;
//~ DUC 12-13 r = 0 at 116:9 reaches r at 139:12; 12-13 r = t at 130:13 reaches r at 139:12
}

int assigned(int a, int b) {
//~ ADC 18-19 the parameter a reaches a use (1 of 1); 25-26 the parameter b reaches a use (1 of 1)
//~ AUC 18-19 the parameter a reaches its use (1 of 1); 25-26 the parameter b reaches its use (1 of 1)
    int c;
    if ((c = a) && b)
//~ ADC 10-15 c = a at 147:10 reaches a use (1 of 1)
//~ AUC 10-15 c = a at 147:10 reaches its use (1 of 1)
//~ DUC 14-15 the parameter a reaches a at 147:14; 20-21 the parameter b reaches b at 147:20
        return c;
//~ DUC 16-17 c = a at 147:10 reaches c at 151:16
    c = b = 3;
//~ ADC 5-14 c = b = 3 at 153:5 reaches a use (1 of 1); 9-14 b = 3 at 153:9 reaches a use (1 of 1)
//~ AUC 5-14 c = b = 3 at 153:5 reaches its use (1 of 1); 9-14 b = 3 at 153:9 reaches its use (1 of 1)
    return c ? b : (c = 4, c);
//~ ADC 21-26 c = 4 at 156:21 reaches a use (1 of 1)
//~ AUC 21-26 c = 4 at 156:21 reaches its use (1 of 1)
//~ DUC 12-13 c = b = 3 at 153:5 reaches c at 156:12; 16-17 b = 3 at 153:9 reaches b at 156:16; 28-29 c = 4 at 156:21 reaches c at 156:28
}

double pointers(const char *p, double x) {
//~ ADC 29-30 the parameter p reaches a use (3 of 3); 39-40 the parameter x reaches a use (1 of 1)
//~ AUC 29-30 the parameter p reaches each of its 3 uses (1 of 3); 39-40 the parameter x reaches its use (1 of 1)
    while (*p)
//~ DUC 13-14 the parameter p reaches p at 165:13; 13-14 p++ at 167:9 reaches p at 165:13
        p++;
//~ ADC 9-12 p++ at 167:9 reaches a use (3 of 3)
//~ AUC 9-12 p++ at 167:9 reaches each of its 3 uses (1 of 3)
//~ DUC 9-12 the parameter p reaches p at 167:9; 9-12 p++ at 167:9 reaches p at 167:9
    x = x * 2;
//~ ADC 5-14 x = x * 2 at 171:5 reaches a use (1 of 1)
//~ AUC 5-14 x = x * 2 at 171:5 reaches its use (1 of 1)
//~ DUC 9-10 the parameter x reaches x at 171:9
    return x + *p;
//~ DUC 12-13 x = x * 2 at 171:5 reaches x at 175:12; 17-18 the parameter p reaches p at 175:17; 17-18 p++ at 167:9 reaches p at 175:17
}

#define TWICE(x) ((x) + (x))
#define SET(x, v) (x) = (v)

int macros(int a) {
//~ ADC 16-17 the parameter a reaches a use (1 of 1)
//~ AUC 16-17 the parameter a reaches its use (1 of 1)
    int n;
    SET(n, a);
//~ ADC 5-14 SET(n, a) at 186:5 reaches a use (2 of 2)
//~ AUC 5-14 SET(n, a) at 186:5 reaches each of its 2 uses (1 of 2)
//~ DUC 5-14 the parameter a reaches a at 186:5
    return TWICE(n);
//~ DUC 12-20 SET(n, a) at 186:5 reaches n at 190:12; 12-20 SET(n, a) at 186:5 reaches n at 190:12
}

int statics(int a) {
//~ ADC 17-18 the parameter a reaches a use (1 of 1)
//~ AUC 17-18 the parameter a reaches its use (1 of 1)
    static int last = 3;
    int old = last;
//~ ADC 9-19 old = last at 198:9 reaches a use (1 of 1)
//~ AUC 9-19 old = last at 198:9 reaches its use (1 of 1)
    last = a;
//~ ADC 5-13 last = a at 201:5 reaches a use (1 of 1)
//~ AUC 5-13 last = a at 201:5 reaches its use (1 of 1)
//~ DUC 12-13 the parameter a reaches a at 201:12
    return old + last;
//~ DUC 12-15 old = last at 198:9 reaches old at 205:12; 18-22 last = a at 201:5 reaches last at 205:18
}
