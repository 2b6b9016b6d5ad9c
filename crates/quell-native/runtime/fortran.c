/* Fortran's library holds output back until its unit is flushed. */
void flush_(const int *unit);

void quell_flush(void) {
    static const int units[] = {6, 0};
    flush_(&units[0]);
    flush_(&units[1]);
}
