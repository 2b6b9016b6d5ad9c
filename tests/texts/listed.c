// texts of: mothra:UOI, sufficient, symbmc
int listed(int i, int k) {
    int t[4] = {7, i, i + 1};
    int u[2][2] = {{i, k}, {k * 2, i - k}};
    return t[i & 3] + u[k & 1][i & 1];
}
