/* Calls of external functions: their results are inputs. */
unsigned char next_byte(void);
int query(int what);
double measure(double at);
void show(const int *there);
_Noreturn void fatal(int status);

/* A single result of the call kills the mutants. */
int magic(void) {
    if (query(1) == 31337) return 1;
    return 0;
}

/* The number of calls before the last one depends on the input. */
int sometimes(int x) {
    int sum = 0;
    if (x > 3) sum = query(x);
    if (query(7) < sum) return 1;
    return 0;
}

unsigned char clamped(void) {
    unsigned char byte = next_byte();
    if (byte > 9) byte = 9;
    return byte;
}

unsigned char larger(void) {
    unsigned char a = next_byte(), b = next_byte();
    return a > b ? a : b;
}

unsigned char skipping(void) {
    unsigned char byte = next_byte();
    if (byte < 16) byte = next_byte();
    if (byte > 240) byte = 240;
    return byte;
}

/* More calls than the bound on symbolic results. */
int total(int n) {
    int sum = 0;
    if (n > 0)
        for (int i = 0; i < n; i++) sum ^= query(i);
    return sum;
}

void points(const int *p, int i) {
    if (i >= 0 && i < 2) show(p + i);
}

int checked(int x) {
    if (x < 0) fatal(x);
    return x;
}

double mean(double x) {
    double m = measure(x);
    if (m > x) m = x;
    return m;
}
