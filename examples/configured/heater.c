/* A heater: quell.toml in this directory restricts the inputs of its functions. */
enum mode { OFF, ECO, BOOST };

int read_sensor(void);

/* The power of the heater, in percent. */
int power(enum mode mode, int target)
{
    int missing = target - read_sensor();
    if (mode == OFF || missing <= 0)
        return 0;
    int percent = mode == BOOST ? missing : missing / 2;
    return percent > 100 ? 100 : percent;
}

/* The mean of the last readings. */
int mean(const int *readings, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += readings[i];
    return count > 0 ? sum / count : 0;
}
