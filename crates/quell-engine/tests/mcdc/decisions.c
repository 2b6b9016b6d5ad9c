/* Decisions over bytes, one in each function. The comment before a parenthesis numbers what it holds: `D` is a decision,
   a number its condition. Of a macro, the marked definition follows behind `//=`. Some conditions are coupled, so that some
   pairs of vectors are impossible. */
typedef signed char i8;
typedef unsigned char u8;

#define INSIDE(x, low, high) ((x) >= (low) && (x) <= (high)) //= D@(0@((x) >= (low)) && 1@((x) <= (high)))
#define EITHER(a, b, c) ((a) || (!(b) && (c))) //= D@(0@(a) || (!1@(b) && 2@(c)))
#define RETURN_IF(condition, value) do { if (condition) return value; } while (0)

int both(i8 a, i8 b) {
    if (/*D*/(/*0*/(a > 3) && /*1*/(b < -5)))
        return 1;
    return 0;
}

int any(i8 a, i8 b) {
    return /*D*/(/*0*/(a == 0) || /*1*/(b == 0));
}

int digit(u8 c) {
    return /*D*/(/*0*/(c >= '0') && /*1*/(c <= '9') && !/*2*/(c == '5'));
}

int impossible(u8 x) {
    if (/*D*/(/*0*/(x > 10) && /*1*/(x < 5)))
        return 1;
    return 2;
}

int opposite(u8 x, u8 y) {
    return /*D*/((/*0*/(x > 5) && /*1*/(y == 0)) || /*2*/(x <= 5)) ? 3 : 4;
}

int looping(i8 a, u8 n) {
    int turns = 0;
    while (/*D*/(/*0*/(a > 20) && (/*1*/(n & 1) || /*2*/(n > 100)))) {
        a = (i8)(a / 2);
        n = (u8)(n - 7);
        turns++;
    }
    return turns;
}

int nested(i8 a, i8 b) {
    int n = /*D*/((/*0*/(a < b) || /*1*/(a == 100)) && !(/*2*/(b > 20) && /*3*/(a > 10))) ? 1 : 2;
    return n;
}

int inside(u8 c) {
    if (INSIDE(c, 'a', 'z'))
        return c;
    return 0;
}

int either(i8 a, i8 b) {
    RETURN_IF(EITHER(a > b, a == b, a > 0), 7);
    return 0;
}

int bits(u8 a, u8 b) {
    return /*D*/(/*0*/(a & 1) && (/*1*/(a & 2) || /*2*/(a & 4)) && (/*3*/(b & 1) || !/*4*/(b & 2)));
}

int utf8(u8 c, u8 d) {
    if (/*D*/(/*0*/(c < 0x80) || (/*1*/(c >= 0xc2) && /*2*/(c <= 0xdf) && /*3*/(d >= 0x80) && /*4*/(d <= 0xbf))
        || /*5*/(c == 0xe0)))
        return 1;
    return 0;
}

int advised(i8 climb, u8 mode) {
    int up = /*D*/((/*0*/(mode & 1) && /*1*/(climb > 60) && (/*2*/(mode & 2) || /*3*/(mode & 4)))
                   || (/*4*/(climb < 0) && !/*5*/(mode & 1) && /*6*/(mode > 200)));
    return up + 1;
}

int eight(u8 a, u8 b) {
    return /*D*/((/*0*/(a & 1) && /*1*/(b & 1)) || (/*2*/(a & 2) && /*3*/(b & 2)) || (/*4*/(a & 4) && /*5*/(b & 4))
                 || (/*6*/(a > 250) && /*7*/(b > 250)))
               ? 1
               : 0;
}

int equal(i8 a, i8 b) {
    int n = 0;
    for (; /*D*/(/*0*/(a == b) && /*1*/(a > 3) && (/*2*/(b > 3) || /*3*/(b < -3))); b--)
        n++;
    return n;
}

int single(u8 a) {
    do
        a = (u8)(a / 2);
    while (/*D*/(/*0*/(a > 10) && /*1*/(a != 32)));
    return a;
}
