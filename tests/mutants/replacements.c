// operators: mothra:SVR, mothra:CSR, mothra:SCR, mothra:CRP, mothra:AAR, mothra:ASR, mothra:SAR, mothra:CAR, mothra:ACR, mothra:CNR, mothra:SAN
// Replacements of variables, constants and elements by each other. A variable is used only where its name is in scope; the
// target of an assignment is replaced too. The constant of an
// index has the type of addresses, which no variable here has.

int scalars(int a, int b, char c, double d) {
    int s = a * 3; // mutants: SVR 1, CSR 2, SCR 2, CRP 1
    { // nothing
        int inner = s + 7; // mutants: SVR 2, CSR 2, SCR 3, CRP 1
        s = inner; // mutants: SVR 6, CSR 2, SAN 1
    }
    return b; // mutants: SVR 2, CSR 2, SAN 1
}

int elements(int t[], int u[], int i) {
    return t[i] + u[1]; // mutants: SAN 1, AAR 2, CNR 2, ASR 2, SAR 2
}
