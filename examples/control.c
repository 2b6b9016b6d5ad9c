/* A controller, which reads a sensor and drives a heater: external functions, defined in other parts of the program. */

int read_sensor(int channel);
void set_heater(int power);

/* Heats in proportion to how far the temperature is below the target; returns -1 if the sensor fails. */
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

/* Reads a sensor that may fail, with at most three attempts. */
int reading(int channel) {
    int now = -1;
    for (int i = 0; i < 3 && now < 0; i++)
        now = read_sensor(channel);
    return now;
}

/* Mutants, counted by hand. The debug information lacks the sign of the result of `read_sensor`: a call
   is replaced by zero only, and gets unary operators.
     control by symbmc: AOR 4, ROR 15, IVI 39
     control by sufficient: AOR 4, ROR 21, ABS 33, UOI 61
     reading by symbmc: AOR 1, ROR 10, IVI 21
     reading by sufficient: AOR 1, ROR 14, ABS 15, LCR 1, UOI 28
*/
