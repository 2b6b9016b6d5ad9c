/* Uninitialised memory. */
int usleep(unsigned);

void clear(int *a, int n) {
    for (int i = 0; i < n; i++) a[i] = 0;
}

/* The second element stays as it is. */
void first(int *a) { a[0] = 7; }

/* The machine cannot check this function: it has no model of usleep. */
int peek(const int *a) {
    usleep(0);
    return a[0] > 0;
}
