// texts of: sufficient:UOI, mothra:SVR, mothra:SCR
/* Former errors: texts used names out of scope, or took effect too late. A variable is incremented where it is read, its
   scope ends before the function returns, and declarations below or in other functions are not visible.
   */
int stepped(int low, int high) {
    return low + (high - low) / 2;
}

int scopes(int a, int b) {
    int s = a * 3;
    return b;
}

int constant(int a) {
    int s = a * 3;
    return 7;
}

int hidden(int a) {
    static int kept = 2;
    return kept + a;
}

int below(int a) {
    return a;
}

int late = 5;
