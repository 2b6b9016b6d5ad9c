/* criteria: WM, operators: SVR */
signed char other(signed char a, signed char b) {
    a = b;    //: `a = b;` differs from `a = a;` | `a = b;` differs from `b = b;`
    return a; //: never `return a;` differs from `return b;`
}

signed char same(signed char a, signed char b) {
    if (a == b)
        a = b;    //: never `a = b;` differs from `a = a;` | never `a = b;` differs from `b = b;`
    return a;     //: `return a;` differs from `return b;`
}

/* Of two variables that get a value that neither has, both change. */
signed char third(signed char a, signed char b) {
    if (a == 1 && b == 1)
        a = 1;            //: never `a = 1;` differs from `b = 1;`
    if (a == 2)
        a = 5;            //: `a = 5;` differs from `b = 5;`
    return 0;
}
