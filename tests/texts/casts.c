/* Casts that leave no trace in the IR, and casts that look like a promotion. */
int equal(int r) { return (unsigned)r == 4; }
int equal_too(unsigned r) { return (int)r != 4; }
int among(int r, unsigned b) { return ((unsigned)r & b) == (int)b; }
int bits(int r) { return (unsigned)r & 5; }
int moved(int r, int by) { return (int)((unsigned)r << by) / 2; }
int bytes(signed char k) { int r = (unsigned char)k; return r; }
int cut(int k) { return (char)k; }
int back(unsigned char k) { return (signed char)(k + 1); }
int of_bytes(signed char r) { return (unsigned char)r == 200; }
int larger(signed char c) { return (unsigned)c > 7; }
