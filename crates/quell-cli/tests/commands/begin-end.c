int sum(const int *begin, const int *end) {
    int s = 0;
    while (begin < end)
        s += *begin++;
    return s;
}
