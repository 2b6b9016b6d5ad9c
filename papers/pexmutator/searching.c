/* Searching in arrays. */

/* The place of a value; -1 if it is not there. */
int sequential_search(const int items[], int n, int wanted) {
    for (int i = 0; i < n; i++)
        if (items[i] == wanted)
            return i;
    return -1;
}

/* Finds a value and moves it one place to the front, so that what is often wanted is soon found. Whether it is there. */
int probability_search(int items[], int n, int wanted) {
    int i = 0;
    while (i < n && items[i] != wanted)
        i++;
    if (i >= n)
        return 0;
    if (i > 0) {
        int held = items[i - 1];
        items[i - 1] = items[i];
        items[i] = held;
    }
    return 1;
}
