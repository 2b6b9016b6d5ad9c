/* Loads and stores: a sieve, and a sum over a table. */
static unsigned char composite[60000];
static int sums[1024];

int main(void)
{
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 60000; i++)
            composite[i] = 0;
        for (int i = 2; i < 245; i++)
            if (!composite[i])
                for (int j = i * i; j < 60000; j += i)
                    composite[j] = 1;
        for (int i = 2; i < 60000; i++)
            sums[i & 1023] += !composite[i];
    }
    int total = 0;
    for (int i = 0; i < 1024; i++)
        total += sums[i] * i;
    return total & 0xff;
}
