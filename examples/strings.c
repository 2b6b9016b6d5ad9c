/* Text: reversing, palindromes, reading an integer, Roman numerals. */

static int length(const char *text) {
    int n = 0;
    while (text[n] != '\0')
        n++;
    return n;
}

void reverse(char *text) {
    int i = 0;
    int j = length(text) - 1;
    while (i < j) {
        char held = text[i];
        text[i] = text[j];
        text[j] = held;
        i++;
        j--;
    }
}

int is_palindrome(const char *text) {
    int n = length(text);
    for (int i = 0; i < n / 2; i++)
        if (text[i] != text[n - 1 - i])
            return 0;
    return 1;
}

/* Reads a decimal number with an optional sign; 0 if there is none or it does not fit. */
int parse_integer(const char *text, int *value) {
    int sign = 1;
    if (*text == '-' || *text == '+') {
        if (*text == '-')
            sign = -1;
        text++;
    }
    if (*text == '\0')
        return 0;
    long long sum = 0;
    for (; *text != '\0'; text++) {
        if (*text < '0' || *text > '9')
            return 0;
        sum = sum * 10 + (*text - '0');
        if (sum > 2147483648LL)
            return 0;
    }
    sum *= sign;
    if (sum > 2147483647LL)
        return 0;
    *value = (int)sum;
    return 1;
}

static int roman_digit(char c) {
    switch (c) {
    case 'I':
        return 1;
    case 'V':
        return 5;
    case 'X':
        return 10;
    case 'L':
        return 50;
    case 'C':
        return 100;
    case 'D':
        return 500;
    case 'M':
        return 1000;
    default:
        return 0;
    }
}

int roman(const char *text) {
    int sum = 0;
    for (int i = 0; text[i] != '\0'; i++) {
        int digit = roman_digit(text[i]);
        if (digit < roman_digit(text[i + 1]))
            sum -= digit;
        else
            sum += digit;
    }
    return sum;
}
