/* Functions over bytes whose labels are marked by hand. Quell reads the file without its marks: lines that begin with `//@`, which
 * belong to the next line without marks, and comments that begin with `/*@`. What the marks mean says `marks.h`.
 */
//@ #include "marks.h"
void quell_label(_Bool, unsigned long, const char *);
//@ #define quell_label(condition, number, tag) L(tag[0] ? tag : "LABEL", #condition, condition)

int both(signed char a, signed char b) {
    //@ ENTRY("int both(signed char a, signed char b) {"); PARAMETER(a); PARAMETER(b); SIGNED(a); SIGNED(b);
    //@ S("return a > 3 && b < -5;");
    //@ AND(1, a > 3, b < -5, "(a > 3)", "(b < -5)"); LIMIT(1, a, 3); LIMIT(a > 3, b, -5);
    //@ NOT_GT("return ", a, 3, " && b < -5;", 1); NOT_LT("return a > 3 && ", b, -5, ";", a > 3);
    //@ USE(a, 1, "the parameter a"); USE_OF(a > 3, b, 1, "the parameter b");
    return a > 3 && b < -5;
}

int coupled(unsigned char x) {
    //@ ENTRY("int coupled(unsigned char x) {"); PARAMETER(x); UNSIGNED(x);
    //@ S("if (x > 10 && x < 5) {");
    //@ AND(1, x > 10, x < 5, "(x > 10)", "(x < 5)"); LIMIT(1, x, 10); LIMIT(x > 10, x, 5);
    //@ NOT_GT("if (", x, 10, " && x < 5) {", 1); NOT_LT("if (x > 10 && ", x, 5, ") {", x > 10);
    //@ USE(x, 1, "the parameter x"); USE_AT("2", x > 10, x, 1, "the parameter x");
    if (x > 10 && x < 5) {
        //@ S("return 1;");
        return 1;
    }
    //@ S("return x == 7;"); SINGLE(1, x == 7); LIMIT(1, x, 7); NOT_EQ("return ", x, 7, ";", 1);
    //@ USE(x, 1, "the parameter x");
    return x == 7;
}

int nested(signed char a, signed char b) {
    //@ ENTRY("int nested(signed char a, signed char b) {"); PARAMETER(a); PARAMETER(b); SIGNED(a); SIGNED(b);
    //@ VARIABLE(n); S("int n = 0;"); DEFINE(n, 1, "n = 0");
    int n = 0;
    //@ S("if ((a < b || a == 100) && !(b > 20)) {");
    //@ DECISION(1, (a < b || a == 100) && !(b > 20));
    //@ CONDITION(1, a < b); CONDITION(!(a < b), a == 100); CONDITION(a < b || a == 100, b > 20);
    //@ VECTOR("(a < b)=T (a == 100)=- (b > 20)=T", a < b && b > 20);
    //@ VECTOR("(a < b)=T (a == 100)=- (b > 20)=F", a < b && !(b > 20));
    //@ VECTOR("(a < b)=F (a == 100)=T (b > 20)=T", !(a < b) && a == 100 && b > 20);
    //@ VECTOR("(a < b)=F (a == 100)=T (b > 20)=F", !(a < b) && a == 100 && !(b > 20));
    //@ VECTOR("(a < b)=F (a == 100)=F (b > 20)=-", !(a < b) && !(a == 100));
    //@ FORMS("a < b", "(a < b || a == 100) && !(b > 20)", "T-F FF-", "T-F FF-", "T-F FF-");
    //@ FORMS("a == 100", "(a < b || a == 100) && !(b > 20)", "FTF FF-", "FTF FF-", "FTF FF-");
    //@ FORMS("b > 20", "(a < b || a == 100) && !(b > 20)", "T-T T-F, T-T FTF, FTT T-F, FTT FTF",
    //@     "T-T T-F, T-T FTF, FTT T-F, FTT FTF", "T-T T-F, FTT FTF");
    //@ LIMIT(1, a, b); LIMIT(!(a < b), a, 100); LIMIT(a < b || a == 100, b, 20);
    //@ NOT_LT("if ((", a, b, " || a == 100) && !(b > 20)) {", 1);
    //@ NOT_EQ("if ((a < b || ", a, 100, ") && !(b > 20)) {", !(a < b));
    //@ NOT_GT("if ((a < b || a == 100) && !(", b, 20, ")) {", a < b || a == 100);
    //@ USE(a, 1, "the parameter a"); USE(b, 1, "the parameter b"); USE_AT("2", !(a < b), a, 1, "the parameter a");
    //@ USE_AT("2", a < b || a == 100, b, 1, "the parameter b");
    if ((a < b || a == 100) && !(b > 20)) {
        //@ S("n = a;"); USE(a, 1, "the parameter a"); DEFINE(n, 2, "n = a");
        n = a;
    }
    //@ S("return n;"); USE(n, 1, "n = 0"); USE(n, 2, "n = a");
    return n;
}

int digit(unsigned char c) {
    //@ ENTRY("int digit(unsigned char c) {"); PARAMETER(c); UNSIGNED(c);
    //@ S("return c >= '0' && c <= '9' ? c - '0' : -1;");
    //@ AND(1, c >= '0', c <= '9', "(c >= '0')", "(c <= '9')"); LIMIT(1, c, '0'); LIMIT(c >= '0', c, '9');
    //@ NOT_GE("return ", c, '0', " && c <= '9' ? c - '0' : -1;", 1);
    //@ NOT_LE("return c >= '0' && ", c, '9', " ? c - '0' : -1;", c >= '0');
    //@ int is_digit = c >= '0' && c <= '9', difference = c - '0';
    //@ W("return c >= '0' && c <= '9' ? c + '0' : -1;", is_digit && c + '0' != difference);
    //@ W("return c >= '0' && c <= '9' ? c * '0' : -1;", is_digit && c * '0' != difference);
    //@ W("return c >= '0' && c <= '9' ? c / '0' : -1;", is_digit && c / '0' != difference);
    //@ W("return c >= '0' && c <= '9' ? c % '0' : -1;", is_digit && c % '0' != difference);
    //@ USE(c, 1, "the parameter c"); USE_AT("2", c >= '0', c, 1, "the parameter c");
    //@ USE_AT("3", is_digit, c, 1, "the parameter c"); R("c - '0' overflows", !FITS((long)c - '0'));
    return c >= '0' && c <= '9' ? c - '0' : -1;
}

int never(signed char a) {
    //@ ENTRY("int never(signed char a) {"); PARAMETER(a); SIGNED(a);
    //@ VARIABLE(half); S("int half = a / 2;"); USE(a, 1, "the parameter a"); DEFINE(half, 1, "half = a / 2");
    //@ W("int half = a + 2;", a / 2 != a + 2); W("int half = a - 2;", a / 2 != a - 2);
    //@ W("int half = a * 2;", a / 2 != a * 2); W("int half = a % 2;", a / 2 != a % 2);
    int half = a / 2;
    //@ USE(half, 1, "half = a / 2");
    quell_label(half > 63, 1, "BIG");
    //@ USE(half, 1, "half = a / 2");
    quell_label(half == -64, 2, "");
    //@ S("if (a * a < 0) {"); SINGLE(1, a * a < 0); LIMIT(1, (a * a), 0); NOT_LT("if (", a * a, 0, ") {", 1);
    //@ USE(a, 1, "the parameter a"); USE_AT("2", 1, a, 1, "the parameter a");
    //@ R("a * a overflows", !FITS((long)a * a));
    //@ W("if (a + a < 0) {", a * a != a + a); W("if (a - a < 0) {", a * a != a - a);
    //@ W("if (a / a < 0) {", a == 0 || a * a != a / a); W("if (a % a < 0) {", a == 0 || a * a != a % a);
    if (a * a < 0) {
        //@ S("return 1;");
        return 1;
    }
    //@ S("return half;"); USE(half, 1, "half = a / 2");
    return half;
}

int popcount(unsigned char x) {
    //@ ENTRY("int popcount(unsigned char x) {"); PARAMETER(x); UNSIGNED(x);
    //@ VARIABLE(n); S("int n = 0;"); DEFINE(n, 1, "n = 0");
    int n = 0;
    //@ #define LOOP (S("while (x != 0) {"), SINGLE(1, x != 0), LIMIT(1, x, 0), NOT_NE("while (", x, 0, ") {", 1), \
    //@     USE(x, 1, "the parameter x"), USE(x, 2, "x = x & (x - 1)"))
    while (/*@ LOOP, */ x != 0) {
        //@ S("x = x & (x - 1);"); USE(x, 1, "the parameter x"); USE(x, 2, "x = x & (x - 1)");
        //@ USE_AT("2", 1, x, 1, "the parameter x"); USE_AT("2", 1, x, 2, "x = x & (x - 1)");
        //@ R("x - 1 overflows", !FITS((long)x - 1)); DEFINE(x, 2, "x = x & (x - 1)");
        //@ W("x = x & (x + 1);", x - 1 != x + 1); W("x = x & (x * 1);", x - 1 != x * 1);
        //@ W("x = x & (x / 1);", x - 1 != x / 1); W("x = x & (x % 1);", x - 1 != x % 1);
        x = x & (x - 1);
        //@ S("n++;"); USE(n, 1, "n = 0"); USE(n, 2, "n++"); DEFINE(n, 2, "n++"); R("n++ overflows", !FITS((long)n + 1));
        //@ W("n--;", n + 1 != n - 1);
        n++;
    }
    //@ USE(n, 1, "n = 0"); USE(n, 2, "n++");
    quell_label(n == 9, 3, "");
    //@ USE(n, 1, "n = 0"); USE(n, 2, "n++");
    quell_label(n == 8, 4, "");
    //@ S("return n;"); USE(n, 1, "n = 0"); USE(n, 2, "n++");
    return n;
}

int quotient(signed char a, signed char b) {
    //@ ENTRY("int quotient(signed char a, signed char b) {"); PARAMETER(a); PARAMETER(b); SIGNED(a); SIGNED(b);
    //@ S("if (a < 10) {"); SINGLE(1, a < 10); LIMIT(1, a, 10); NOT_LT("if (", a, 10, ") {", 1); USE(a, 1, "the parameter a");
    if (a < 10) {
        //@ S("b = 1;"); DEFINE(b, 2, "b = 1");
        b = 1;
    }
    //@ S("return a / b;"); USE(a, 1, "the parameter a"); USE(b, 1, "the parameter b"); USE(b, 2, "b = 1");
    //@ R("b == 0", b == 0); R("a / b overflows", b == -1 && !FITS(-(long)a));
    //@ int quotient = b == 0 ? 0 : a / b;
    //@ W("return a + b;", quotient != a + b); W("return a - b;", quotient != a - b);
    //@ W("return a * b;", quotient != a * b); W("return a % b;", quotient != (b == 0 ? 0 : a % b));
    return a / b;
}

int shifted(unsigned char a, unsigned char b) {
    //@ ENTRY("int shifted(unsigned char a, unsigned char b) {"); PARAMETER(a); PARAMETER(b); UNSIGNED(a); UNSIGNED(b);
    //@ S("if (b > 40) {"); SINGLE(1, b > 40); LIMIT(1, b, 40); NOT_GT("if (", b, 40, ") {", 1); USE(b, 1, "the parameter b");
    if (b > 40) {
        //@ S("a = 0;"); DEFINE(a, 2, "a = 0");
        a = 0;
    }
    //@ S("return a >> b;"); USE(a, 1, "the parameter a"); USE(a, 2, "a = 0"); USE(b, 1, "the parameter b");
    //@ R("b < 0 || b >= 32", b < 0 || b >= 32);
    return a >> b;
}

int element(unsigned char i) {
    static const unsigned char table[4] = {1, 2, 3, 4};
    //@ ENTRY("int element(unsigned char i) {"); PARAMETER(i); UNSIGNED(i);
    //@ S("if (i > 5) {"); SINGLE(1, i > 5); LIMIT(1, i, 5); NOT_GT("if (", i, 5, ") {", 1); USE(i, 1, "the parameter i");
    if (i > 5) {
        //@ S("return 0;");
        return 0;
    }
    //@ S("return table[i];"); USE(i, 1, "the parameter i"); R("i out of bounds of table[4]", i >= 4);
    return table[i];
}

int state(unsigned char x) {
    //@ ENTRY("int state(unsigned char x) {"); PARAMETER(x); UNSIGNED(x);
    //@ VARIABLE(s); S("int s = 0;"); of_s = 1;
    int s = 0;
    //@ S("switch (x & 3) {"); USE(x, 1, "the parameter x");
    switch (x & 3) {
    case 0:
        //@ S("s = 1;"); DEFINE(s, 2, "s = 1");
        s = 1;
        //@ S("break;");
        break;
    case 1:
        //@ S("s = x > 200;"); USE(x, 1, "the parameter x"); DEFINE(s, 3, "s = x > 200");
        //@ SINGLE(1, x > 200); LIMIT(1, x, 200); NOT_GT("s = ", x, 200, ";", 1);
        s = x > 200;
        //@ S("break;");
        break;
    case 4:
        //@ S("s = 9;"); DEFINE(s, 4, "s = 9");
        s = 9;
        //@ S("break;");
        break;
    default:
        //@ S("s = 2;"); DEFINE(s, 5, "s = 2");
        s = 2;
    }
    //@ S("return s;"); USE(s, 2, "s = 1"); USE(s, 3, "s = x > 200"); USE(s, 4, "s = 9"); USE(s, 5, "s = 2");
    return s;
}

int either(_Bool a, _Bool b) {
    //@ ENTRY("int either(_Bool a, _Bool b) {"); PARAMETER(a); PARAMETER(b); TRUTH(a); TRUTH(b);
    //@ S("if (a || b) {"); OR(1, a, b, "a", "b"); USE(a, 1, "the parameter a"); USE_OF(!a, b, 1, "the parameter b");
    if (a || b) {
        //@ S("return 1;");
        return 1;
    }
    //@ S("return 0;");
    return 0;
}

int clamp(signed char value, signed char low) {
    //@ ENTRY("int clamp(signed char value, signed char low) {"); PARAMETER(value); PARAMETER(low); SIGNED(value); SIGNED(low);
    //@ VARIABLE(result); S("int result = value;"); USE(value, 1, "the parameter value"); DEFINE(result, 1, "result = value");
    int result = value;
    //@ S("if (value < low) {"); SINGLE(1, value < low); LIMIT(1, value, low); NOT_LT("if (", value, low, ") {", 1);
    //@ USE(value, 1, "the parameter value"); USE(low, 1, "the parameter low");
    if (value < low) {
        //@ S("result = low;"); USE(low, 1, "the parameter low"); DEFINE(result, 2, "result = low");
        result = low;
    }
    //@ S("return result - low;"); USE(result, 1, "result = value"); USE(result, 2, "result = low");
    //@ USE(low, 1, "the parameter low"); R("result - low overflows", !FITS((long)result - low));
    //@ int difference = result - low;
    //@ W("return result + low;", difference != result + low); W("return result * low;", difference != result * low);
    //@ W("return result / low;", low == 0 || difference != result / low);
    //@ W("return result % low;", low == 0 || difference != result % low);
    return result - low;
}

int choice(signed char a, signed char b) {
    //@ ENTRY("int choice(signed char a, signed char b) {"); PARAMETER(a); PARAMETER(b); SIGNED(a); SIGNED(b);
    //@ S("if ((a > 0 ? b > 0 : b == a) && a != 7) {"); int chosen = a > 0 ? b > 0 : b == a;
    //@ DECISION(1, (a > 0 ? b > 0 : b == a) && a != 7); CONDITION(1, a > 0 ? b > 0 : b == a); CONDITION(chosen, a != 7);
    //@ VECTOR("(a > 0 ? b > 0 : b == a)=T (a != 7)=T", chosen && a != 7);
    //@ VECTOR("(a > 0 ? b > 0 : b == a)=T (a != 7)=F", chosen && !(a != 7));
    //@ VECTOR("(a > 0 ? b > 0 : b == a)=F (a != 7)=-", !chosen);
    //@ FORMS("a > 0 ? b > 0 : b == a", "(a > 0 ? b > 0 : b == a) && a != 7", "TT F-", "TT F-", "TT F-");
    //@ FORMS("a != 7", "(a > 0 ? b > 0 : b == a) && a != 7", "TT TF", "TT TF", "TT TF");
    //@ SINGLE(1, a > 0); SINGLE(a > 0, b > 0); SINGLE(!(a > 0), b == a);
    //@ LIMIT(1, a, 0); LIMIT(a > 0, b, 0); LIMIT(!(a > 0), b, a); LIMIT(chosen, a, 7);
    //@ NOT_GT("if ((", a, 0, " ? b > 0 : b == a) && a != 7) {", 1);
    //@ NOT_GT("if ((a > 0 ? ", b, 0, " : b == a) && a != 7) {", a > 0);
    //@ NOT_EQ("if ((a > 0 ? b > 0 : ", b, a, ") && a != 7) {", !(a > 0));
    //@ NOT_NE("if ((a > 0 ? b > 0 : b == a) && ", a, 7, ") {", chosen);
    //@ USE(a, 1, "the parameter a"); USE_OF(a > 0, b, 1, "the parameter b"); USE_AT("2", !(a > 0), b, 1, "the parameter b");
    //@ USE_AT("2", !(a > 0), a, 1, "the parameter a"); USE_AT("3", chosen, a, 1, "the parameter a");
    if ((a > 0 ? b > 0 : b == a) && a != 7) {
        //@ S("return 1;");
        return 1;
    }
    //@ S("return 0;");
    return 0;
}

int constant(signed char a, signed char b) {
    //@ ENTRY("int constant(signed char a, signed char b) {"); PARAMETER(a); PARAMETER(b); SIGNED(a); SIGNED(b);
    //@ S("if (a > 3 ? 1 : b > a) {"); SINGLE(1, a > 3 ? 1 : b > a); SINGLE(1, a > 3); SINGLE(!(a > 3), b > a);
    //@ LIMIT(1, a, 3); LIMIT(!(a > 3), b, a);
    //@ NOT_GT("if (", a, 3, " ? 1 : b > a) {", 1); NOT_GT("if (a > 3 ? 1 : ", b, a, ") {", !(a > 3));
    //@ USE(a, 1, "the parameter a"); USE_OF(!(a > 3), b, 1, "the parameter b"); USE_AT("2", !(a > 3), a, 1, "the parameter a");
    if (a > 3 ? 1 : b > a) {
        //@ S("return 1;");
        return 1;
    }
    //@ S("return 0;");
    return 0;
}
//@ int main(void) {
//@     struct sigaction action = {.sa_handler = is_undefined};
//@     sigaction(SIGILL, &action, 0);
//@     TWO(both, -128, 127); ONE(coupled, 0, 255); TWO(nested, -128, 127); ONE(digit, 0, 255); ONE(never, -128, 127);
//@     ONE(popcount, 0, 255); TWO(quotient, -128, 127); TWO(shifted, 0, 255); ONE(element, 0, 255); ONE(state, 0, 255);
//@     TWO(either, 0, 1); TWO(clamp, -128, 127); TWO(choice, -128, 127); TWO(constant, -128, 127);
//@     return print_all();
//@ }
