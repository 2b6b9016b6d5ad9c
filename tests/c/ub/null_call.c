// Calling a null function pointer.
typedef int (*callback)(int);

static int call(callback f) {
    return f(3);
}

int main(void) {
    return call(0);
}
// ub: a call through a pointer that is not a function at 5:12
