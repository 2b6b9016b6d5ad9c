/* criteria: DC,CC,MCC */
int sink(int x);
_Bool flag;

int if_and(int a, int b) {
    if (a > 0 && b < 3)
//~ CC 9-14 a > 0; 18-23 b < 3
//~ DC 9-23 a > 0 && b < 3
//~ MCC 9-23 TT TF F-
        return 1;
    if (a)
//~ CC 9-10 a
//~ DC 9-10 a
//~ MCC 9-10 T F
        return 2;
    if (!b)
//~ CC 10-11 b
//~ DC 9-11 !b
//~ MCC 9-11 T F
        return 3;
    return 0;
}

int loops(int a, int b) {
    while (a > 0 || b)
//~ CC 12-17 a > 0; 21-22 b
//~ DC 12-22 a > 0 || b
//~ MCC 12-22 T- FT FF
        a--, b /= 2;
    do
        b++;
    while (b < 4 && a != 7);
//~ CC 12-17 b < 4; 21-27 a != 7
//~ DC 12-27 b < 4 && a != 7
//~ MCC 12-27 TT TF F-
    for (int i = 0; i < a && i < b; i++)
//~ CC 21-26 i < a; 30-35 i < b
//~ DC 21-35 i < a && i < b
//~ MCC 21-35 TT TF F-
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
//~ CC 13-14 a; 18-19 b
//~ DC 13-19 a && b
//~ MCC 13-19 TT TF F-
    int d = a < b;
//~ CC 13-18 a < b
//~ DC 13-18 a < b
//~ MCC 13-18 T F
    c = !a;
//~ CC 10-11 a
//~ DC 9-11 !a
//~ MCC 9-11 T F
    d |= a == 3;
//~ CC 10-16 a == 3
//~ DC 10-16 a == 3
//~ MCC 10-16 T F
    sink(a > b);
//~ CC 10-15 a > b
//~ DC 10-15 a > b
//~ MCC 10-15 T F
    sink((a || b) + !(c && d));
//~ CC 11-12 a; 16-17 b; 23-24 c; 28-29 d
//~ DC 11-17 a || b; 21-30 !(c && d)
//~ MCC 11-17 T- FT FF; 21-30 TT TF F-
    c = a > 0 ? b > 1 : b;
//~ CC 9-14 a > 0; 17-22 b > 1
//~ DC 9-14 a > 0; 17-22 b > 1
//~ MCC 9-14 T F; 17-22 T F
    return c || d;
//~ CC 12-13 c; 17-18 d
//~ DC 12-18 c || d
//~ MCC 12-18 T- FT FF
}

int returned(int a, int b) { return a != b; }
//~ CC 37-43 a != b
//~ DC 37-43 a != b
//~ MCC 37-43 T F

int ternary(int a, int b, int c) {
    int n = a && b ? c : -c;
//~ CC 13-14 a; 18-19 b
//~ DC 13-19 a && b
//~ MCC 13-19 TT TF F-
    return (n > 3 ? a : b) > 0 ? n : c;
//~ CC 12-31 (n > 3 ? a : b) > 0; 13-18 n > 3
//~ DC 12-31 (n > 3 ? a : b) > 0; 13-18 n > 3
//~ MCC 12-31 T F; 13-18 T F
}

int nested(int a, int b, int c) {
    if ((a && (b || !c)) || !(a < b && !(b < c)))
//~ CC 10-11 a; 16-17 b; 22-23 c; 31-36 a < b; 42-47 b < c
//~ DC 9-49 (a && (b || !c)) || !(a < b && !(b < c))
//~ MCC 9-49 TT--- TFTTT TFTTF TFTF- TFF-- F--TT F--TF F--F-
        return 1;
    if (sink(a > 0 && b > 0) && c)
//~ CC 9-29 sink(a > 0 && b > 0); 14-19 a > 0; 23-28 b > 0; 33-34 c
//~ DC 9-34 sink(a > 0 && b > 0) && c; 14-28 a > 0 && b > 0
//~ MCC 9-34 TT TF F-; 14-28 TT TF F-
        return 2;
    return (a ? b : c) && a;
//~ CC 13-14 a; 13-22 a ? b : c; 27-28 a
//~ DC 12-28 (a ? b : c) && a; 13-14 a
//~ MCC 12-28 TT TF F-; 13-14 T F
}

int switched(int a, int b) {
    switch (a) {
    case 1:
        return b && a;
//~ CC 16-17 b; 21-22 a
//~ DC 16-22 b && a
//~ MCC 16-22 TT TF F-
    case 2:
        break;
    default:
        return b;
    }
    switch (a > b) {
//~ CC 13-18 a > b
//~ DC 13-18 a > b
//~ MCC 13-18 T F
    case 0:
        return 5;
    }
    return 0;
}

int bools(_Bool p, _Bool q) {
    _Bool r = p;
    if (p && q)
//~ CC 9-10 p; 14-15 q
//~ DC 9-15 p && q
//~ MCC 9-15 TT TF F-
        r = !q;
//~ CC 14-15 q
//~ DC 13-15 !q
//~ MCC 13-15 T F
    if (flag)
//~ CC 9-13 flag
//~ DC 9-13 flag
//~ MCC 9-13 T F
        r = p != q;
//~ CC 13-19 p != q
//~ DC 13-19 p != q
//~ MCC 13-19 T F
    return r;
}

int assigned(int a, int b) {
    int c;
    if ((c = a) && b)
//~ CC 10-15 c = a; 20-21 b
//~ DC 9-21 (c = a) && b
//~ MCC 9-21 TT TF F-
        return c;
    while ((c = sink(b)) > 3)
//~ CC 12-29 (c = sink(b)) > 3
//~ DC 12-29 (c = sink(b)) > 3
//~ MCC 12-29 T F
        b = c;
    return (c = a > b), c;
//~ CC 17-22 a > b
//~ DC 17-22 a > b
//~ MCC 17-22 T F
}

int constants(int a) {
    if (1 && a)
//~ CC 14-15 a
//~ DC 9-15 1 && a
//~ MCC 9-15 T F
        return 1;
    if (a || 0)
//~ CC 9-10 a
//~ DC 9-15 a || 0
//~ MCC 9-15 T F
        return 2;
    if (sizeof(int) == 4 && a > 1)
//~ CC 29-34 a > 1
//~ DC 9-34 sizeof(int) == 4 && a > 1
//~ MCC 9-34 T F
        return 3;
    if (0)
        return 4;
    return sizeof(a > 3);
}

int pointers(int *p, const char *s) {
    if (p && *p)
//~ CC 9-10 p; 14-16 *p
//~ DC 9-16 p && *p
//~ MCC 9-16 TT TF F-
        return 1;
    while (s && *s++)
//~ CC 12-13 s; 17-21 *s++
//~ DC 12-21 s && *s++
//~ MCC 12-21 TT TF F-
        ;
    return !s;
//~ CC 13-14 s
//~ DC 12-14 !s
//~ MCC 12-14 T F
}

int floats(double x, float y) {
    if (x && y > 0.5f)
//~ CC 9-10 x; 14-22 y > 0.5f
//~ DC 9-22 x && y > 0.5f
//~ MCC 9-22 TT TF F-
        return 1;
    return x < y || !x;
//~ CC 12-17 x < y; 22-23 x
//~ DC 12-23 x < y || !x
//~ MCC 12-23 T- FT FF
}

int over_lines(int a,
               int b) {
    if (a > 0 &&
//~ CC 9-14 a > 0
//~ DC 9-238:16 a > 0 && (b > 1 || a < 9)
//~ MCC 9-238:16 TT- TFT TFF F--
        (b > 1 ||
//~ CC 10-15 b > 1
         a < 9))
//~ CC 10-15 a < 9
        return 1;
    return 0;
}

int goes(int a, int b) {
again:
    if (a-- > 0 && b)
//~ CC 9-16 a-- > 0; 20-21 b
//~ DC 9-21 a-- > 0 && b
//~ MCC 9-21 TT TF F-
        goto again;
    return ({ int t = a && b; t; });
//~ CC 23-24 a; 28-29 b
//~ DC 23-29 a && b
//~ MCC 23-29 TT TF F-
}
