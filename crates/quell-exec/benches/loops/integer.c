/* Integer arithmetic and branches: lengths of Collatz runs, mixed. */
int main(void)
{
    unsigned mixed = 0;
    for (unsigned start = 1; start < 12000; start++) {
        unsigned long long n = start;
        unsigned length = 0;
        while (n != 1) {
            n = n % 2 ? 3 * n + 1 : n / 2;
            length++;
        }
        mixed = mixed * 31 + length;
    }
    return mixed & 0xff;
}
