int walk(int n) {
    int steps = 0;
    while (steps < n)
        steps = steps + 1;
    if (steps == 2)
        return 2;
    if (steps * 2 == 33741)
        return 3;
    if (steps == 16871) {
        int inner = n - 40;
        if (inner > 0)
            return 4;
    }
    return 1;
}
