/* A loop that does nothing: the compiler leaves it out, in mutants too. */
int idle(unsigned rounds) {
    for (unsigned i = 0; i < rounds; i++)
        ;
    return 5;
}
