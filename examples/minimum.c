/* Minima: of two, three, five and ten numbers, and of an array. */

int minimum(int a, int b) {
    if (a < b)
        return a;
    return b;
}

int minimum3(int a, int b, int c) {
    int least = a;
    if (b < least)
        least = b;
    if (c < least)
        least = c;
    return least;
}

int minimum5(int a, int b, int c, int d, int e) {
    int least = a;
    if (b < least)
        least = b;
    if (c < least)
        least = c;
    if (d < least)
        least = d;
    if (e < least)
        least = e;
    return least;
}

int minimum10(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j) {
    int least = a;
    if (b < least)
        least = b;
    if (c < least)
        least = c;
    if (d < least)
        least = d;
    if (e < least)
        least = e;
    if (f < least)
        least = f;
    if (g < least)
        least = g;
    if (h < least)
        least = h;
    if (i < least)
        least = i;
    if (j < least)
        least = j;
    return least;
}

int minimum_of_array(const int a[10]) {
    int least = a[0];
    for (int i = 1; i < 10; i++)
        if (a[i] < least)
            least = a[i];
    return least;
}
