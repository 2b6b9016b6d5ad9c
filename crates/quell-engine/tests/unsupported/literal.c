/* An object without a name that only a global pointer leads to. */
int *cells = (int[]){1, 2, 3};
void set(int x) { cells[1] = x; }
