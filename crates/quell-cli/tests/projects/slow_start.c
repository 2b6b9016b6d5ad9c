/* A constructor sleeps: no native run starts in time, so no kill is confirmed. */
unsigned sleep(unsigned);
__attribute__((constructor)) static void prepare(void) { sleep(600); }
int slow_start(int n) { return n + 1; }
