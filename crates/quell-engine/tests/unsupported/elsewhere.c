/* A variable that nobody defines: what it holds is not known, which is no undefined behaviour. */
extern int limit;
int within(unsigned char a) { return a > 5 && a < limit; }
