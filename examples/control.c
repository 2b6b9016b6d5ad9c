/* A controller: it reads a sensor and drives a heater. Other parts of the program, which are not here, define both. */

int read_sensor(int channel);
void set_heater(int power);

/* Heats by how far the temperature is below the target; -1 if the sensor fails. */
int control(int channel, int target) {
    int now = read_sensor(channel);
    if (now < 0)
        return -1;
    int power = 0;
    if (now < target)
        power = target - now;
    if (power > 100)
        power = 100;
    set_heater(power);
    return power;
}

/* A reading of a sensor that may fail, at most three times. */
int reading(int channel) {
    int now = -1;
    for (int i = 0; i < 3 && now < 0; i++)
        now = read_sensor(channel);
    return now;
}

/* Mutants, counted by hand. Nobody knows the sign of what `read_sensor` returns: of a call only
   zero, and unary operators.
     control by symbmc: AOR 4, ROR 15, IVI 39
     control by sufficient: AOR 4, ROR 21, ABS 33, UOI 61
     reading by symbmc: AOR 1, ROR 10, IVI 21
     reading by sufficient: AOR 1, ROR 14, ABS 15, LCR 1, UOI 28
*/
