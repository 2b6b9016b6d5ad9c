/* Every call sleeps: not all inputs can be run in time. */
unsigned sleep(unsigned);
int sleeps(int n) {
    if (n > 1)
        sleep(n);
    return n + 1;
}
