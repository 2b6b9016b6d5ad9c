/* Sorts an array by exchanging neighbours. As bubble.f. */
void bubble(int a[], int n) {
    int i, j, t;
    for (j = n - 1; j >= 1; j = j - 1)
        for (i = 0; i < j; i = i + 1)
            if (a[i] > a[i + 1]) {
                t = a[i];
                a[i] = a[i + 1];
                a[i + 1] = t;
            }
}
