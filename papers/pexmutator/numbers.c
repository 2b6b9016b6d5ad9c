/* Calculations with small numbers. They answer -1 where there is no sensible answer. */

int fibonacci(int n) {
    if (n < 0 || n > 20)
        return -1;
    int last = 0, next = 1;
    for (int i = 0; i < n; i++) {
        int sum = last + next;
        last = next;
        next = sum;
    }
    return last;
}

int factorial(int n) {
    if (n < 0 || n > 5)
        return -1;
    if (n <= 1)
        return 1;
    return n * factorial(n - 1);
}

int power(int base, int exponent) {
    if (base < -9 || base > 9 || exponent < 0 || exponent > 4)
        return -1;
    int result = 1;
    while (exponent > 0) {
        result = result * base;
        exponent--;
    }
    return result;
}

int greatest_common_divisor(signed char a, signed char b) {
    if (a <= 0 || b <= 0 || a > 9 || b > 9)
        return -1;
    while (a != b) {
        if (a > b)
            a = a - b;
        else
            b = b - a;
    }
    return a;
}

/* The binary digits of a number, as a decimal number. */
int to_binary(int n) {
    if (n < 0 || n > 100)
        return -1;
    int digits = 0, place = 1;
    while (n > 0) {
        digits = digits + n % 2 * place;
        place = place * 10;
        n = n / 2;
    }
    return digits;
}

/* The octal digits of a number, as a decimal number. */
int to_octal(int n) {
    if (n < 0 || n > 1000)
        return -1;
    int digits = 0, place = 1;
    while (n > 0) {
        digits = digits + n % 8 * place;
        place = place * 10;
        n = n / 8;
    }
    return digits;
}

/* Writes the two hexadecimal digits of a byte. */
int to_hexadecimal(unsigned char n, char digits[2]) {
    int high = n / 16, low = n % 16;
    digits[0] = high < 10 ? '0' + high : 'A' + high - 10;
    digits[1] = low < 10 ? '0' + low : 'A' + low - 10;
    return high > 0 ? 2 : 1;
}

int is_prime(int n) {
    if (n < 2 || n > 30)
        return 0;
    for (int divisor = 2; divisor * divisor <= n; divisor++)
        if (n % divisor == 0)
            return 0;
    return 1;
}

int max_value(const int items[], int n) {
    if (n <= 0)
        return -1;
    int most = items[0];
    for (int i = 1; i < n; i++)
        if (items[i] > most)
            most = items[i];
    return most;
}

int sum_of_digits(int n) {
    if (n < -99 || n > 99)
        return -1;
    if (n < 0)
        n = -n;
    int sum = 0;
    while (n > 0) {
        sum = sum + n % 10;
        n = n / 10;
    }
    return sum;
}
