/* Labels of a function that tests call through another one alone. */
static int sign(int x) {
    if (x < 0)
        return -1;
    if (x > 0)
        return 1;
    return 0;
}

int sign_of_size(int x) {
    if (x < 0)
        x = 0;
    return sign(x);
}

int unrelated(int x) { return x > 3; }
