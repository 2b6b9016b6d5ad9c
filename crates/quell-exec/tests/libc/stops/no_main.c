// stops: unsupported: a program without a function `main`
int other(void) { return 0; }
