/* Decoding bytes: base64, UTF-8, CRC-32. */

static int sextet(char c) {
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    if (c == '+')
        return 62;
    if (c == '/')
        return 63;
    return -1;
}

/* Decodes four characters to at most three bytes; returns their number, or -1 for invalid input. */
int base64_group(const char in[4], unsigned char out[3]) {
    int a = sextet(in[0]);
    int b = sextet(in[1]);
    if (a < 0 || b < 0)
        return -1;
    out[0] = (unsigned char)(a << 2 | b >> 4);
    if (in[2] == '=')
        return in[3] == '=' ? 1 : -1;
    int c = sextet(in[2]);
    if (c < 0)
        return -1;
    out[1] = (unsigned char)((b & 15) << 4 | c >> 2);
    if (in[3] == '=')
        return 2;
    int d = sextet(in[3]);
    if (d < 0)
        return -1;
    out[2] = (unsigned char)((c & 3) << 6 | d);
    return 3;
}

/* The code point at the start of at most four bytes, or -1 for invalid UTF-8. */
int utf8_decode(const unsigned char *s) {
    if (s[0] < 0x80)
        return s[0];
    if (s[0] < 0xC2)
        return -1;
    if (s[0] < 0xE0) {
        if ((s[1] & 0xC0) != 0x80)
            return -1;
        return (s[0] & 0x1F) << 6 | (s[1] & 0x3F);
    }
    if (s[0] < 0xF0) {
        if ((s[1] & 0xC0) != 0x80 || (s[2] & 0xC0) != 0x80)
            return -1;
        int code = (s[0] & 0x0F) << 12 | (s[1] & 0x3F) << 6 | (s[2] & 0x3F);
        if (code < 0x800 || (code >= 0xD800 && code <= 0xDFFF))
            return -1;
        return code;
    }
    if (s[0] < 0xF5) {
        if ((s[1] & 0xC0) != 0x80 || (s[2] & 0xC0) != 0x80 || (s[3] & 0xC0) != 0x80)
            return -1;
        int code = (s[0] & 0x07) << 18 | (s[1] & 0x3F) << 12 | (s[2] & 0x3F) << 6 | (s[3] & 0x3F);
        return code < 0x10000 || code > 0x10FFFF ? -1 : code;
    }
    return -1;
}

unsigned crc32_of(const unsigned char *data, int n) {
    unsigned crc = 0xFFFFFFFFu;
    for (int i = 0; i < n; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
    }
    return ~crc;
}

/* Mutants, counted by hand.
     sextet by symbmc: AOR 20, ROR 40, IVI 80
     sextet by sufficient: AOR 20, ROR 56, ABS 48, LCR 3, UOI 40
     base64_group by symbmc: ROR 35, BOR 50, IVI 131
     base64_group by sufficient: ROR 49, ABS 96, LCR 1, UOI 111
     utf8_decode by symbmc: ROR 80, BOR 99, IVI 257
     utf8_decode by sufficient: ROR 112, ABS 168, LCR 6, UOI 156
     crc32_of by symbmc: AOR 2, ROR 10, BOR 22, IVI 48
     crc32_of by sufficient: AOR 2, ROR 14, ABS 26, UOI 55
*/
