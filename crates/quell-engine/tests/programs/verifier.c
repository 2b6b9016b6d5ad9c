/* Inputs as in SV-COMP and Test-Comp. The verdicts of
   the mutants of the group symbmc are given at the end. */
extern int __VERIFIER_nondet_int();
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_nondet_memory(void *, unsigned long);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 5);
    int sum = 0;
    for (int i = 0; i < n; i++) sum += __VERIFIER_nondet_uchar();
    if (sum > 1275) __VERIFIER_error();
    if (sum == 1275) return 1;
    return __VERIFIER_nondet_uint() > 4000000000u;
}

int others(void) {
    short pair[2];
    __VERIFIER_nondet_memory(pair, sizeof pair);
    if (__VERIFIER_nondet_bool() && __VERIFIER_nondet_double() == 2.25) return pair[1] > 1000;
    return 0;
}

/* The request of an input is not observable, only its effects. */
int asked(int x) {
    int unused = 0;
    if (x > 3) unused = __VERIFIER_nondet_int();
    (void)unused;
    return x;
}

struct large {
    int many[5];
    short few;
};
extern struct large __VERIFIER_nondet_large(void);

/* The result is returned in memory. */
int structure(void) {
    struct large large = __VERIFIER_nondet_large();
    return large.many[4] == 77 && large.few < -5;
}

// main: 47 killed, 5 equivalent, 3 timeouts
// others: 23 killed
// asked: 3 killed, 13 equivalent
// structure: 25 killed
