/* Initialised to 0, so that no single call reaches the limit. */
static int ticks;
int limit = 3;

int tick(void) {
    if (ticks >= limit)
        ticks = 0;
    else
        ticks++;
    return ticks;
}
