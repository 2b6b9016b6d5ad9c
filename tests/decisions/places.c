/* criteria: DC,CC,MCC */
int sink(int x);
_Bool flag;

int if_and(int a, int b) {
    if (a > 0 && b < 3)
        return 1;
    if (a)
        return 2;
    if (!b)
        return 3;
    return 0;
}

int loops(int a, int b) {
    while (a > 0 || b)
        a--, b /= 2;
    do
        b++;
    while (b < 4 && a != 7);
    for (int i = 0; i < a && i < b; i++)
        sink(i);
    for (;;)
        break;
    while (1)
        break;
    do
        a++;
    while (0);
    return a;
}

int values(int a, int b) {
    int c = a && b;
    int d = a < b;
    c = !a;
    d |= a == 3;
    sink(a > b);
    sink((a || b) + !(c && d));
    c = a > 0 ? b > 1 : b;
    return c || d;
}

int returned(int a, int b) { return a != b; }

int ternary(int a, int b, int c) {
    int n = a && b ? c : -c;
    return (n > 3 ? a : b) > 0 ? n : c;
}

int nested(int a, int b, int c) {
    if ((a && (b || !c)) || !(a < b && !(b < c)))
        return 1;
    if (sink(a > 0 && b > 0) && c)
        return 2;
    return (a ? b : c) && a;
}

int switched(int a, int b) {
    switch (a) {
    case 1:
        return b && a;
    case 2:
        break;
    default:
        return b;
    }
    switch (a > b) {
    case 0:
        return 5;
    }
    return 0;
}

int bools(_Bool p, _Bool q) {
    _Bool r = p;
    if (p && q)
        r = !q;
    if (flag)
        r = p != q;
    return r;
}

int assigned(int a, int b) {
    int c;
    if ((c = a) && b)
        return c;
    while ((c = sink(b)) > 3)
        b = c;
    return (c = a > b), c;
}

int constants(int a) {
    if (1 && a)
        return 1;
    if (a || 0)
        return 2;
    if (sizeof(int) == 4 && a > 1)
        return 3;
    if (0)
        return 4;
    return sizeof(a > 3);
}

int pointers(int *p, const char *s) {
    if (p && *p)
        return 1;
    while (s && *s++)
        ;
    return !s;
}

int floats(double x, float y) {
    if (x && y > 0.5f)
        return 1;
    return x < y || !x;
}

int over_lines(int a,
               int b) {
    if (a > 0 &&
        (b > 1 ||
         a < 9))
        return 1;
    return 0;
}

int goes(int a, int b) {
again:
    if (a-- > 0 && b)
        goto again;
    return ({ int t = a && b; t; });
}
