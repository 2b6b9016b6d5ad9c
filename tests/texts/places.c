// texts of: sufficient:UOI, mothra:SVR, mothra:SCR
/* Texts that once named what cannot be named there, or were made too late: a variable that is stepped is stepped where
   it is read, the scope of a variable ends before the function returns, and nobody knows what is declared below or in
   another function. */
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
