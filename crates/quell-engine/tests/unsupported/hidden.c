/* The compiler says nothing of this variable: a test cannot look at it, but a program may. */
__attribute__((nodebug)) static int hidden;
int next(int x) {
    hidden += x;
    return 7;
}
