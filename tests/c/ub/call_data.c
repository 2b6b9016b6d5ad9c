// Calling data.
static int data[4] = {1, 2, 3, 4};

int main(void) {
    int (*f)(void) = (int (*)(void))(void *)data;
    return f();
}
// ub: a call through a pointer that is not a function at 6:12
