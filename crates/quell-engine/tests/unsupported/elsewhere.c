/* An undefined symbol of a variable: its value is unknown, which is no undefined behaviour. */
extern int limit;
int within(unsigned char a) { return a > 5 && a < limit; }
