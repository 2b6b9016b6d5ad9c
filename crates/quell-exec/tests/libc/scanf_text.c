#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *inputs[] = {"", " ", "42", "-17 rest", "+5", "0x1f", "077", "abc", "1.5", "-2.5e3x", "1e+", "1e", ".", ".5", "5.", "inf", "infinity",
                               "infin", "nan", "nanx", "0x", "0x1.8p1", "0x.8", "-", "+", "- 5", "  99  88", "99999999999999999999", "-99999999999999999999",
                               "300", "70000", "(nil)", "hello world", "a,b", "12:34", "50%", "4294967295", "2147483648", "0", "00", "0b1", "1e5000", "1x2", "e5", "+.e", "08", "-0x10"};
#define N (sizeof inputs / sizeof *inputs)

int main(void) {
    for (unsigned i = 0; i < N; i++) {
        const char *s = inputs[i];
        int d = -9, n = -9, m = -9;
        unsigned u = 9;
        long l = -9;
        unsigned long ul = 9;
        short h = -9;
        signed char hh = -9;
        float f = -9;
        double g = -9;
        long double e = -9;
        void *p = (void *)9;
        char word[64] = "none", set[64] = "none", chars[64] = "none............";
        printf("[%s]", s);
        int r;
        r = sscanf(s, "%d%n", &d, &n); printf(" %d:%d/%d", r, d, n);
        r = sscanf(s, "%i%n", &d, &m); printf(" %d:%d/%d", r, d, m);
        r = sscanf(s, "%u", &u); printf(" %d:%u", r, u);
        r = sscanf(s, "%x", &u); printf(" %d:%x", r, u);
        r = sscanf(s, "%o", &u); printf(" %d:%o", r, u);
        r = sscanf(s, "%ld", &l); printf(" %d:%ld", r, l);
        r = sscanf(s, "%lu", &ul); printf(" %d:%lu", r, ul);
        r = sscanf(s, "%hd", &h); printf(" %d:%d", r, h);
        r = sscanf(s, "%hhd", &hh); printf(" %d:%d", r, hh);
        n = -9; r = sscanf(s, "%f%n", &f, &n); printf(" %d:%a/%d", r, f, n);
        r = sscanf(s, "%lf", &g); printf(" %d:%a", r, g);
        r = sscanf(s, "%Lf", &e); printf(" %d:%La", r, e);
        r = sscanf(s, "%p", &p); printf(" %d:%p", r, p);
        r = sscanf(s, "%s", word); printf(" %d:%s", r, word);
        r = sscanf(s, "%[a-z]", set); printf(" %d:%s", r, set);
        r = sscanf(s, "%[^ ]", set); printf(" %d:%s", r, set);
        r = sscanf(s, "%[]0-9-]", set); printf(" %d:%s", r, set);
        r = sscanf(s, "%3c", chars); printf(" %d:%.8s", r, chars);
        r = sscanf(s, "%c", chars); printf(" %d:%.8s", r, chars);
        r = sscanf(s, "%2d%1d", &d, &n); printf(" %d:%d/%d", r, d, n);
        r = sscanf(s, "%1x%2x", &u, &n); printf(" %d:%u/%d", r, u, n);
        r = sscanf(s, "%2f", &f); printf(" %d:%a", r, f);
        r = sscanf(s, "%1f", &f); printf(" %d:%a", r, f);
        r = sscanf(s, "%3lf%n", &g, &n); printf(" %d:%a/%d", r, g, n);
        r = sscanf(s, "%*d %d", &d); printf(" %d:%d", r, d);
        r = sscanf(s, "%d:%d", &d, &n); printf(" %d:%d/%d", r, d, n);
        r = sscanf(s, "%d%%", &d); printf(" %d:%d", r, d);
        r = sscanf(s, "%s %s", word, set); printf(" %d:%s/%s", r, word, set);
        r = sscanf(s, "%2s%s", word, set); printf(" %d:%s/%s", r, word, set);
        r = sscanf(s, " %c ,%c", chars, chars + 1); printf(" %d:%.2s", r, chars);
        r = sscanf(s, "%*s%n", &n); printf(" %d:%d", r, n);
        puts("");
    }
    char *made = NULL, *more = NULL;
    printf("%d ", sscanf("allocated text", "%ms %m[a-z]", &made, &more));
    printf("%s %s\n", made, more);
    free(made);
    free(more);
    int y, mo, d;
    printf("%d ", sscanf("2024-02-29", "%4d-%2d-%2d", &y, &mo, &d));
    printf("%d %d %d\n", y, mo, d);
    long long ll;
    size_t z;
    printf("%d ", sscanf("-5 6", "%lld %zu", &ll, &z));
    printf("%lld %zu\n", ll, z);
    return 0;
}
