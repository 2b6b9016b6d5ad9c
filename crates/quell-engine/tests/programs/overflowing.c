/* Only an input on which the original overflows kills one of the mutants of this comparison. */
int grows(int a) { return a + 1 > a; }
