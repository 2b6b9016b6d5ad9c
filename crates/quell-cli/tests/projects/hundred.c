/* More rounds than are looked at before it is known that they cost little. */
unsigned hundred(unsigned char x) {
    unsigned sum = 0;
    for (int i = 0; i < 100; i++)
        sum += x;
    return sum;
}
