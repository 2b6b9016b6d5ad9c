/* Equivalent mutants of code that reads volatile memory, and of code that does not. */
volatile unsigned sensor;

int reads(int x)
{
    unsigned low = sensor & 7;
    if (low < 8)
        return x;
    return 0;
}

int does_not(int x)
{
    unsigned low = (unsigned)x & 7;
    if (low < 8)
        return x;
    return 0;
}
