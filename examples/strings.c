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

/* Mutants, counted by hand.
     length by symbmc: AOR 1, ROR 5, IVI 13
     length by sufficient: AOR 1, ROR 7, ABS 9, UOI 15
     reverse by symbmc: AOR 6, ROR 5, IVI 31
     reverse by sufficient: AOR 6, ROR 7, ABS 33, UOI 55
     is_palindrome by symbmc: AOR 13, ROR 10, IVI 32
     is_palindrome by sufficient: AOR 13, ROR 14, ABS 33, UOI 36
     parse_integer by symbmc: AOR 16, ROR 45, IVI 89
     parse_integer by sufficient: AOR 16, ROR 63, ABS 51, LCR 2, UOI 59
     roman_digit by symbmc: IVI 25
     roman_digit by sufficient: ABS 3, UOI 2
     roman by symbmc: AOR 13, ROR 10, IVI 44
     roman by sufficient: AOR 13, ROR 14, ABS 45, UOI 60
*/
