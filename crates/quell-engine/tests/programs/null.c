/* With pointers that may be null: mutants leave the objects at places that are known, if there are objects. */
void copied(char *to, char *from) {
    for (int i = 0; i < 2; i++)
        to[i] = from[i];
}
