/* Pointers that may be null: if they are not, mutants access their objects out of bounds at known offsets. */
void copied(char *to, char *from) {
    for (int i = 0; i < 2; i++)
        to[i] = from[i];
}
