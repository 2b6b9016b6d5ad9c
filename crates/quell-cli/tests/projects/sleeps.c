/* Nobody can wait for all inputs. */
unsigned sleep(unsigned);
int sleeps(int n) {
    if (n > 1)
        sleep(n);
    return n + 1;
}
