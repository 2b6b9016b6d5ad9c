// texts of: mothra:SVR, mothra:SCR
/* Former errors: texts named a variable that another one of the same name hides, from its own initialiser on. */
int hiding(int a, int b) {
    int r = 0;
    {
        int b = a * 2;
        r = b;
    }
    {
        double a = 1.5;
        r += b;
        r += (int)a;
    }
    return r + b;
}
