// faults: mothra:SVR, mothra:CSR, mothra:SCR, mothra:CRP, mothra:AAR, mothra:ASR, mothra:SAR, mothra:CAR, mothra:ACR, mothra:CNR, mothra:SAN
// Variables, constants and elements in each other's place. A variable is only put where its name means it; what
// is assigned goes to another one, too. The constant of an
// index has the type of addresses, and no variable here has.

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
