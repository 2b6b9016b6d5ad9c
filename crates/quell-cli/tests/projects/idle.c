/* A loop without effect: the compiler removes it, also in mutants. */
int idle(unsigned rounds) {
    for (unsigned i = 0; i < rounds; i++)
        ;
    return 5;
}
