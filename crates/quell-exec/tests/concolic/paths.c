// Functions of one or two bytes. `paths N` is the number of feasible paths, counted by hand; `undefined N` the number of
// inputs that were tried and do something undefined.

// straight: paths 1
int straight(unsigned char a) { return a * 3; }

// sign: paths 3
int sign(signed char a) {
    if (a < 0)
        return -1;
    if (a > 0)
        return 1;
    return 0;
}

// The second condition follows from the first one where that holds.
// implied: paths 3
int implied(unsigned char a) {
    int n = 0;
    if (a > 100)
        n = 1;
    if (a > 50)
        n += 2;
    return n;
}

// The second comparison is the result, and no branch.
// short_circuit: paths 2
int short_circuit(signed char a, signed char b) { return a > 0 && b > 0; }

// Two cases that lead to one block are one branch.
// cases: paths 4
int cases(unsigned char a) {
    switch (a) {
    case 1:
    case 2:
        return 12;
    case 3:
        return 3;
    case 200:
        return 200;
    default:
        return 0;
    }
}

// Zero to seven iterations.
// loop: paths 8
int loop(unsigned char a) {
    int sum = 0;
    for (int i = 0; i < (a & 7); i++)
        sum += i;
    return sum;
}

static int chosen(int a) {
    if (a == 5)
        return 1;
    return 2;
}

// calls: paths 4
int calls(signed char a, signed char b) {
    int sum = chosen(a);
    return sum * 10 + chosen(b);
}

static int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }

// Depths one to three: zero and one take one path.
// recursive: paths 3
int recursive(unsigned char a) { return fact(a & 3); }

// An index is no branch.
// indexed: paths 1
int indexed(unsigned char a) {
    static const int table[4] = {3, 1, 4, 1};
    return table[a & 3];
}

// A division by zero is no path.
// divided: paths 2
int divided(signed char a, signed char b) {
    int q = a / b;
    if (q == 3)
        return 1;
    return 0;
}

// The program ends itself on one of the paths.
void abort(void);
// aborting: paths 2
int aborting(unsigned char a) {
    if (a == 9)
        abort();
    return a;
}

static int twice(int a) { return 2 * a; }
static int thrice(int a) { return 3 * a; }

// Both targets of the call and the assignment of one of them.
// pointers: paths 3
int pointers(unsigned char a) {
    int (*f)(int) = a & 1 ? twice : thrice;
    if (a & 2)
        f = thrice;
    return f(a);
}
