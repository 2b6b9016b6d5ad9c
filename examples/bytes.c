/* Functions of one byte: small enough to try every input. */

typedef unsigned char u8;
typedef signed char i8;

u8 bit_count(u8 x) {
    u8 count = 0;
    while (x != 0) {
        x &= x - 1;
        count++;
    }
    return count;
}

u8 gray_code(u8 x) { return x ^ x >> 1; }

i8 clamp_to_ten(i8 x) {
    if (x > 10)
        return 10;
    if (x < -10)
        return -10;
    return x;
}

int is_prime(u8 n) {
    if (n < 2)
        return 0;
    for (int divisor = 2; divisor * divisor <= n; divisor++)
        if (n % divisor == 0)
            return 0;
    return 1;
}

u8 square_root(u8 x) {
    u8 root = 0;
    while ((root + 1) * (root + 1) <= x)
        root++;
    return root;
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

u8 reverse_bits(u8 x) {
    u8 reversed = 0;
    for (int i = 0; i < 8; i++)
        if (x & 1 << i)
            reversed |= 128 >> i;
    return reversed;
}

i8 sign(i8 x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

int collatz_steps(u8 start) {
    unsigned n = start;
    int steps = 0;
    while (n > 1 && steps < 20) {
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        steps++;
    }
    return steps;
}

u8 bcd(u8 x) {
    static const u8 tens[10] = {0x00, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70, 0x80, 0x90};
    if (x > 99)
        return 0xFF;
    return tens[x / 10] | x % 10;
}

float half_or_double(i8 x) {
    float f = x;
    if (f < 0.0f)
        return f / 2.0f;
    return f * 2.0f + 0.5f;
}

char season(u8 month) {
    switch (month) {
    case 12:
    case 1:
    case 2:
        return 'w';
    case 3:
    case 4:
    case 5:
        return 's';
    case 6:
    case 7:
    case 8:
        return 'u';
    case 9:
    case 10:
    case 11:
        return 'a';
    default:
        return '?';
    }
}
