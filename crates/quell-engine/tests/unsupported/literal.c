/* An unnamed object that only a global pointer points to. */
int *cells = (int[]){1, 2, 3};
void set(int x) { cells[1] = x; }
