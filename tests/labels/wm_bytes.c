/* criteria: WM */
unsigned char clamp(unsigned char value) {
    if (value > 200 || value == 7)
        value = 200;
    return value;
}

signed char mixed(signed char a) {
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += a * i - 1;
    return sum > 0 && a != 3 ? sum / 2 : -a;
}

unsigned char bits(unsigned char a) {
    unsigned char count = 0;
    while (a) {
        count += a & 1;
        a >>= 1;
    }
    return count;
}

int table[4] = {1, 5, 2, 8};

signed char looked_up(unsigned char i) {
    int best = table[0];
    if (i < 4 && table[i] > best)
        best = table[i];
    return (signed char)best;
}
