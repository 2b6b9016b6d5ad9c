/* Rearranges an array so that what is before element f is not greater than it, and what is behind it is not less. After
   Hoare's Algorithm 65; elements count from 0. */
void find(int a[], int n, int f) {
    int m, ns, i, j, r, w;
    if (f < 0 || f >= n)
        return;
    m = 0;
    ns = n - 1;
    while (m < ns) {
        r = a[f];
        i = m;
        j = ns;
        while (i <= j) {
            while (a[i] < r)
                i = i + 1;
            while (r < a[j])
                j = j - 1;
            if (i <= j) {
                w = a[i];
                a[i] = a[j];
                a[j] = w;
                i = i + 1;
                j = j - 1;
            }
        }
        if (f <= j)
            ns = j;
        else if (i <= f)
            m = i;
        else
            return;
    }
}
