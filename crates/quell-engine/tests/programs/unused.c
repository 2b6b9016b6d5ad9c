/* A variable that nothing depends on: a mutant uses it uninitialised, which is not observable. */
int unused(int a) {
    int x = 0;
    int y = a;
    if (x > 3)
        y = 5;
    return 1;
}
