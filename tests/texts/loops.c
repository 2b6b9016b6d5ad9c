// texts of: mothra:DER
int sum(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) {
        if (i == 5)
            break;
        if (i == 2)
            continue;
        s += i + 1;
    }
    return s;
}

int first_round(const int *a, int n) {
    int k = 0, found = -1;
    for (int i = 0, j = n; k < 3 && i < j; i++, k++)
        if (a[i & 7] > 2) {
            found = i;
            break;
        }
    for (k = 4; k > n ? k != 7 : k; --k)
        found += k;
    return found;
}

int nested(int n) {
    int s = 0;
    for (int i = 0; i < (n & 7); i++)
        for (int j = i; j < 4; j += 2)
            s += i * j + 1;
    return s;
}
