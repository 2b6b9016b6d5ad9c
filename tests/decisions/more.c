/* criteria: DC,CC,MCC */
#include <assert.h>
#include <stddef.h>
int f(int x);
enum color { RED, GREEN };
struct bits { unsigned b : 1; int n : 3; _Bool t; char *text; int items[4]; };

int chained(int a, int b, int c) {
    int n = (a == b) == c;
//~ CC 13-26 (a == b) == c; 14-20 a == b
//~ DC 13-26 (a == b) == c; 14-20 a == b
//~ MCC 13-26 T F; 14-20 T F
    n += a < b < c;
//~ CC 10-15 a < b; 10-19 a < b < c
//~ DC 10-15 a < b; 10-19 a < b < c
//~ MCC 10-15 T F; 10-19 T F
    n += -(a < b) + (b > c) * 2;
//~ CC 12-17 a < b; 22-27 b > c
//~ DC 12-17 a < b; 22-27 b > c
//~ MCC 12-17 T F; 22-27 T F
    n += !!a + !!(a && b);
//~ CC 12-13 a; 19-20 a; 24-25 b
//~ DC 10-13 !!a; 16-26 !!(a && b)
//~ MCC 10-13 T F; 16-26 TT TF F-
    n += !a == b;
//~ CC 10-17 !a == b; 11-12 a
//~ DC 10-12 !a; 10-17 !a == b
//~ MCC 10-12 T F; 10-17 T F
    return n;
}

int used(struct bits *s, struct bits t, int i) {
    if (s->b && t.n)
//~ CC 9-13 s->b
//~ without CC 17 there is no code of its own for it: the compiler evaluated it or left it out, or a macro of another file has it
//~ without DC 9 a condition of it is not found in the code
//~ without MCC 9 a condition of it is not found in the code
        return 1;
    if (s->t || s->items[i] || *s->text)
//~ CC 9-13 s->t; 17-28 s->items[i]; 32-40 *s->text
//~ DC 9-40 s->t || s->items[i] || *s->text
//~ MCC 9-40 T-- FT- FFT FFF
        return 2;
    if (!s->text || !t.t)
//~ CC 10-17 s->text; 22-25 t.t
//~ DC 9-25 !s->text || !t.t
//~ MCC 9-25 TT TF F-
        return 3;
    s->items[i > 2] = i < 4;
//~ CC 14-19 i > 2; 23-28 i < 4
//~ DC 14-19 i > 2; 23-28 i < 4
//~ MCC 14-19 T F; 23-28 T F
    s->b = i == 3;
//~ CC 12-18 i == 3
//~ DC 12-18 i == 3
//~ MCC 12-18 T F
    return s->items[i && t.n];
//~ CC 21-22 i
//~ without CC 26 there is no code of its own for it: the compiler evaluated it or left it out, or a macro of another file has it
//~ without DC 21 a condition of it is not found in the code
//~ without MCC 21 a condition of it is not found in the code
}

int called(int a, int b) {
    if (f(a) && !f(b))
//~ CC 9-13 f(a); 18-22 f(b)
//~ DC 9-22 f(a) && !f(b)
//~ MCC 9-22 TT TF F-
        return f(a || b);
//~ CC 18-19 a; 23-24 b
//~ DC 18-24 a || b
//~ MCC 18-24 T- FT FF
    if (f(a > 3) == f(b))
//~ CC 9-25 f(a > 3) == f(b); 11-16 a > 3
//~ DC 9-25 f(a > 3) == f(b); 11-16 a > 3
//~ MCC 9-25 T F; 11-16 T F
        return 1;
    return f(a) ? f(b) : 0;
//~ CC 12-16 f(a)
//~ DC 12-16 f(a)
//~ MCC 12-16 T F
}

int casts(int a, long b, unsigned char c, enum color d) {
    if ((char)a && b)
//~ CC 9-16 (char)a; 20-21 b
//~ DC 9-21 (char)a && b
//~ MCC 9-21 TT TF F-
        return 1;
    if ((int)(a && b))
//~ CC 15-16 a; 20-21 b
//~ DC 9-22 (int)(a && b)
//~ MCC 9-22 TT TF F-
        return 2;
    if ((_Bool)c || d)
//~ CC 9-17 (_Bool)c; 21-22 d
//~ DC 9-22 (_Bool)c || d
//~ MCC 9-22 T- FT FF
        return 3;
    if (d == GREEN && c != 'x')
//~ CC 9-19 d == GREEN; 23-31 c != 'x'
//~ DC 9-31 d == GREEN && c != 'x'
//~ MCC 9-31 TT TF F-
        return 4;
    return (short)(b > a);
//~ CC 20-25 b > a
//~ DC 20-25 b > a
//~ MCC 20-25 T F
}

int masks(unsigned a, unsigned long long b) {
    if (a & 4)
//~ CC 9-14 a & 4
//~ DC 9-14 a & 4
//~ MCC 9-14 T F
        return 1;
    if (!(a & 8) && (b & 1))
//~ CC 11-16 a & 8; 22-27 b & 1
//~ DC 9-28 !(a & 8) && (b & 1)
//~ MCC 9-28 T- FT FF
        return 2;
    if ((a & 1) | (b > 2))
//~ CC 9-26 (a & 1) | (b > 2); 20-25 b > 2
//~ DC 9-26 (a & 1) | (b > 2); 20-25 b > 2
//~ MCC 9-26 T F; 20-25 T F
        return 3;
    return (a ^ 1) && a - 3;
//~ CC 13-18 a ^ 1; 23-28 a - 3
//~ DC 12-28 (a ^ 1) && a - 3
//~ MCC 12-28 TT TF F-
}

int commas(int a, int b) {
    while (a--, b > a)
//~ CC 17-22 b > a
//~ DC 12-22 a--, b > a
//~ MCC 12-22 T F
        b -= 2;
    if (a++, b)
//~ CC 14-15 b
//~ DC 9-15 a++, b
//~ MCC 9-15 T F
        return 1;
    for (; a; a--)
//~ CC 12-13 a
//~ DC 12-13 a
//~ MCC 12-13 T F
        b++;
    for (; b > 3 || (a++, a > 4);)
//~ CC 12-17 b > 3; 27-32 a > 4
//~ DC 12-33 b > 3 || (a++, a > 4)
//~ MCC 12-33 T- FT FF
        b--;
    return a && (b--, b);
//~ CC 12-13 a; 23-24 b
//~ DC 12-25 a && (b--, b)
//~ MCC 12-25 TT TF F-
}

int assigning(int a, int b) {
    int c, d;
    if ((c = a && b))
//~ CC 14-15 a; 19-20 b
//~ DC 10-20 c = a && b
//~ MCC 10-20 TT TF F-
        return 1;
    if ((c = a || b) && (d = c > b))
//~ CC 14-15 a; 19-20 b; 30-35 c > b
//~ DC 9-36 (c = a || b) && (d = c > b)
//~ MCC 9-36 T-T T-F FTT FTF FF-
        return d;
    c = d = a > b;
//~ CC 13-18 a > b
//~ DC 13-18 a > b
//~ MCC 13-18 T F
    c += (a > 3) && 1;
//~ CC 11-16 a > 3
//~ DC 10-22 (a > 3) && 1
//~ MCC 10-22 T F
    return c ?: d;
//~ CC 12-13 c
//~ DC 12-13 c
//~ MCC 12-13 T F
}

int elses(int a, int b) {
    if (a)
//~ CC 9-10 a
//~ DC 9-10 a
//~ MCC 9-10 T F
        if (b)
//~ CC 13-14 b
//~ DC 13-14 b
//~ MCC 13-14 T F
            return 1;
        else
            return 2;
    else if (a > b || b)
//~ CC 14-19 a > b; 23-24 b
//~ DC 14-24 a > b || b
//~ MCC 14-24 T- FT FF
        return 3;
    return 4;
}

int oddities(volatile int v, int (*p)(int), int array[3]) {
    int local[2] = {0, 1};
    if (v && v > 1)
//~ CC 9-10 v; 14-19 v > 1
//~ DC 9-19 v && v > 1
//~ MCC 9-19 TT TF F-
        return 1;
    if (p && p(3))
//~ CC 9-10 p; 14-18 p(3)
//~ DC 9-18 p && p(3)
//~ MCC 9-18 TT TF F-
        return 2;
    if (array && local[v > 0])
//~ CC 9-14 array; 18-30 local[v > 0]; 24-29 v > 0
//~ DC 9-30 array && local[v > 0]; 24-29 v > 0
//~ MCC 9-30 TT TF F-; 24-29 T F
        return 3;
    if (p == NULL || array == NULL)
//~ CC 9-18 p == NULL; 22-35 array == NULL
//~ DC 9-35 p == NULL || array == NULL
//~ MCC 9-35 T- FT FF
        return 4;
    assert(v > 3 && p);
//~ without CC 12 there is no code of its own for it: the compiler evaluated it or left it out, or a macro of another file has it; 21 there is no code of its own for it: the compiler evaluated it or left it out, or a macro of another file has it
//~ without DC 12 a condition of it is not found in the code
//~ without MCC 12 a condition of it is not found in the code
    return v;
}

int eight(int a, int b, int c, int d) {
    if ((a > 1 && b > 1) || (c > 1 && d > 1) || (a < 0 && c < 0) || (b < 0 && d < 0))
//~ CC 10-15 a > 1; 19-24 b > 1; 30-35 c > 1; 39-44 d > 1; 50-55 a < 0; 59-64 c < 0; 70-75 b < 0; 79-84 d < 0
//~ DC 9-85 (a > 1 && b > 1) || (c > 1 && d > 1) || (a < 0 && c < 0) || (b < 0 && d < 0)
//~ MCC 9-85 TT------ TFTT---- TFTFTT-- TFTFTFTT TFTFTFTF TFTFTFF- TFTFF-TT TFTFF-TF TFTFF-F- TFF-TT-- TFF-TFTT TFF-TFTF TFF-TFF- TFF-F-TT TFF-F-TF TFF-F-F- F-TT---- F-TFTT-- F-TFTFTT F-TFTFTF F-TFTFF- F-TFF-TT F-TFF-TF F-TFF-F- F-F-TT-- F-F-TFTT F-F-TFTF F-F-TFF- F-F-F-TT F-F-F-TF F-F-F-F-
        return 1;
    return 0;
}

static inline int inlined(int a) { return a > 0 && a < 10; }
//~ CC 43-48 a > 0; 52-58 a < 10
//~ DC 43-58 a > 0 && a < 10
//~ MCC 43-58 TT TF F-

int lambda(int a, int b) {
    int n = 0;
    do {
        if (a == n)
//~ CC 13-19 a == n
//~ DC 13-19 a == n
//~ MCC 13-19 T F
            continue;
        n += inlined(a) || b;
//~ CC 14-24 inlined(a); 28-29 b
//~ DC 14-29 inlined(a) || b
//~ MCC 14-29 T- FT FF
    } while (n < 3 && ++n);
//~ CC 14-19 n < 3; 23-26 ++n
//~ DC 14-26 n < 3 && ++n
//~ MCC 14-26 TT TF F-
    return n > 3 ? a > b ? 1 : 2 : b > 4 ? 3 : 4;
//~ CC 12-17 n > 3; 20-25 a > b; 36-41 b > 4
//~ DC 12-17 n > 3; 20-25 a > b; 36-41 b > 4
//~ MCC 12-17 T F; 20-25 T F; 36-41 T F
}
