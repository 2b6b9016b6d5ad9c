/* Definitions and uses of variables. A comment `T` says what happens to them where it stands: a variable is used, gets a
   value, or loses it. `P` are the parameters. Each line uses and defines a variable at most once. */
typedef signed char i8;
typedef unsigned char u8;

static int counter;
static int untouched;
int bump(i8 by);

int straight(i8 a, i8 b) { /*P a b*/
    int n = /*T use a, def n*/ a;
    n += /*T use n, use b, def n*/ b;
    /*T use n, def n*/ n++;
    int m = /*T use n, def n, def m*/ n-- * 2;
    return /*T use n, use m*/ n + m;
}

int branches(i8 a, i8 b) { /*P a b*/
    int n = /*T def n*/ 0;
    if (/*T use a*/ a > 3)
        n = /*T def n*/ 1;
    if (/*T use a*/ a <= 3)
        return /*T use n*/ n;
    if (/*T use b*/ b == 7)
        n = /*T use b, def n*/ b;
    return /*T use n*/ n;
}

int popcount(u8 x) { /*P x*/
    int n = /*T def n*/ 0;
    int i = /*T def i*/ 0;
    while (/*T use x*/ x) {
        if (/*T use x*/ x & 1)
            /*T use n, def n*/ n++;
        x = /*T use x, def x*/ x >> 1;
        i = /*T use i, def i*/ i + 1;
        if (/*T use i*/ i > 8)
            n = /*T def n*/ -1;
    }
    return /*T use n*/ n;
}

int looping(u8 a) { /*P a*/
    int last = /*T def last*/ -1;
    int sum = /*T def sum*/ 0;
    for (int i = /*T def i*/ 0;
         /*T use i*/ i < 10;
         /*T use i, def i*/ i++) {
        if (/*T use i, use a*/ i == a)
            continue;
        if (/*T use a, use i*/ a > 200 && /*T use i*/ i == 5)
            break;
        if (/*T use i*/ i % 4 == 3)
            last = /*T use i, def last*/ i;
        sum += /*T use last, use sum, def sum*/ last;
    }
    return /*T use last, use sum*/ last + sum;
}

int scoped(u8 a) { /*P a*/
    int r = /*T def r*/ 0;
    a = /*T use a, def a*/ a & 15;
    while (/*T use a*/ a > 0) {
        int t; /*K t*/
        int is_odd = /*T use a, def is_odd*/ a & 1;
        if (/*T use is_odd*/ is_odd)
            t = /*T use a, def t*/ a;
        if (/*T use is_odd*/ is_odd)
            r = /*T use t, use r, def r*/ t + r;
        /*T use a, def a*/ a--;
    }
    return /*T use r*/ r;
}

int chosen(u8 a, u8 b) { /*P a b*/
    int n = /*T def n*/ 5;
    switch (/*T use a*/ a & 3) {
    case 0:
        n = /*T use b, def n*/ b;
        break;
    case 1:
        n += /*T use n, def n*/ 1;
    case 2:
        b = /*T def b*/ 3;
        break;
    case 7:
        return /*T use n*/ n;
    default:
        n = /*T use n, def n*/ n * 2;
    }
    return /*T use n, use b*/ n > b;
}

int globals(i8 a, i8 b) { /*P a b*/
    counter = /*T use a, def counter*/ a;
    untouched = /*T use b, def untouched*/ b;
    if (/*T use b*/ b > 100)
        counter = /*T use counter, def counter*/ counter / 2;
    if (/*T use a*/ a > 100)
        a = /*T kill counter, def a*/ bump(2);
    if (/*T use counter*/ counter > 100)
        return /*T use untouched*/ untouched;
    return /*T use counter, use a*/ counter == a;
}

int bump(i8 by) { /*P by*/
    counter = /*T use counter, use by, def counter*/ counter + by;
    return 1;
}

int lazy(i8 a, i8 b) { /*P a b*/
    int n = /*T def n*/ 0;
    int m = /*T def m*/ 0;
    if (/*T use a*/ a > 10
        && (n = /*T use b, def n*/ b)
        && /*T use n*/ n != 3)
        m = /*T use n, def m*/ n;
    int p = /*T use m, def p*/ m ? /*T use n*/ n : 9;
    do {
        p = /*T use p, def p*/ p / 2;
    } while (/*T use p*/ p > 2);
    return /*T use p*/ p;
}

int again(u8 a) { /*P a*/
    int turns = /*T def turns*/ 0;
repeat:
    if (/*T use a*/ a > 90) {
        a = /*T use a, def a*/ a - 60;
        turns = /*T use turns, def turns*/ turns + 1;
        goto repeat;
    }
    if (/*T use turns*/ turns > 3)
        a = /*T def a*/ 0;
    return /*T use a*/ a;
}

int nested(u8 a, u8 b) { /*P a b*/
    int n = /*T def n*/ 0;
    a = /*T use a, def a*/ a & 3;
    b = /*T use b, def b*/ b & 3;
    for (int i = /*T def i*/ 0;
         /*T use i, use a*/ i < a;
         i += /*T use i, def i*/ 1)
        for (int j = /*T use i, def j*/ i;
             /*T use j, use b*/ j < b;
             /*T use j, def j*/ ++j)
            n = /*T use i, use j, use n, def n*/ n + i * j;
    if (/*T use n*/ n > 100)
        n = /*T def n*/ 1;
    return /*T use n*/ n;
}
