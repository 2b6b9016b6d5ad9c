int rounds(int n) {
    int odd = 0;
    for (int i = 0; i < (n & 14); i++)
        odd += i & 1;
    return odd >= 0;
}
