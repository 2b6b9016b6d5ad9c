int f(int a, int b, int c, int d) {
    return (a || b) && (c || d) && (a != 2 || b != 2) && (c != 2 || d != 2) && (a != 3 || b != 3) &&
           (c != 3 || d != 3) && (a != 4 || b != 4) && (c != 4 || d != 4);
}
