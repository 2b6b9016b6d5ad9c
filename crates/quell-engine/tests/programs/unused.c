/* A variable that nothing depends on: what a mutant leaves without a value is used, and nobody sees it. */
int unused(int a) {
    int x = 0;
    int y = a;
    if (x > 3)
        y = 5;
    return 1;
}
