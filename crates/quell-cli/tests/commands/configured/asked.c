int __VERIFIER_nondet_int(void);

int rolled(void) { return __VERIFIER_nondet_int() > 5; }
