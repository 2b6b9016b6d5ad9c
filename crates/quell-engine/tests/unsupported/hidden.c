/* The variable has no debug information: a test cannot observe it, but a program can. */
__attribute__((nodebug)) static int hidden;
int next(int x) {
    hidden += x;
    return 7;
}
