/* What each criterion demands, in C: labels are marked where they stand, and all inputs are run natively.
 *
 * `L(criterion, text, condition)` marks a label: an input covers it if execution comes to the mark while the condition holds, and
 * the whole run has no undefined behaviour. A mark exists even where no execution comes to it. `R(text, condition)` marks a run-time
 * error: the very next operation that the sanitizer checks traps. `H(criterion, text, pairs)` marks two tests, by the vectors of
 * the decision on this line that each of them takes.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct mark {
    const char *function, *criterion, *text;
    /* Vectors, for a pair of tests. */
    const char *pairs;
    long line;
    struct mark *next;
    long is_noted;
    long padding;
    unsigned char covering[8192];
} __attribute__((aligned(64)));

extern struct mark __start_marks[], __stop_marks[];

static struct mark *noted, *failing;
static sigjmp_buf undefined;

static void note(struct mark *mark) {
    if (!mark->is_noted) {
        mark->is_noted = 1;
        mark->next = noted;
        noted = mark;
    }
}

static void fails(struct mark *mark) {
    if (!failing)
        failing = mark;
}

#define MARK(line, criterion, text, pairs, condition, action)                                                \
    ({                                                                                                        \
        static struct mark mark __attribute__((used, section("marks"))) = {__func__, criterion, text, pairs, line}; \
        if (condition)                                                                                        \
            action(&mark);                                                                                    \
    })

#define L(criterion, text, condition) MARK(__LINE__, criterion, text, 0, condition, note)
#define R(text, condition) MARK(__LINE__, "RTE", text, 0, condition, fails)
#define H(criterion, text, pairs) MARK(__LINE__, criterion, text, pairs, 0, note)

/* Whether a number is one of `int`. */
#define FITS(number) ((number) >= -2147483648L && (number) <= 2147483647L)

/* FC and IC. */
#define ENTRY(text) MARK(0, "FC", text, 0, 1, note)
#define S(text) L("IC", text, 1)

/* IDC */
#define PART(text, condition) MARK(0, "IDC", text, 0, condition, note)
#define SIGNED(a) PART(#a " < 0", a < 0), PART(#a " > 0", a > 0), PART(#a " == 0", a == 0), \
    PART(#a " == -128", a == -128), PART(#a " == 127", a == 127)
#define UNSIGNED(a) PART(#a " > 0", a > 0), PART(#a " == 0", a == 0), PART(#a " == 255", a == 255)
#define TRUTH(a) PART(#a, a), PART("!" #a, !a)

/* Decisions: `when` says that they are evaluated. */
#define BOTH(criterion, when, c) L(criterion, #c, (when) && (c)), L(criterion, "!(" #c ")", (when) && !(c))
#define DECISION(when, d) BOTH("DC", when, d), BOTH("DCC", when, d)
#define CONDITION(when, c) BOTH("CC", when, c), BOTH("DCC", when, c)
#define VECTOR(text, condition) L("MCC", text, condition)
#define FORMS(c, d, general, correlated, restricted) \
    H("GACC", c " decides " d, general), H("CACC", c " decides " d, correlated), H("RACC", c " decides " d, restricted)

/* A decision with a single condition. */
#define SINGLE(when, c) DECISION(when, c), BOTH("CC", when, c), VECTOR("(" #c ")=T", (when) && (c)), \
    VECTOR("(" #c ")=F", (when) && !(c)), FORMS(#c, #c, "T F", "T F", "T F")

/* Two conditions, with their texts in vectors. */
#define AND(when, a, b, at, bt) DECISION(when, a && b), CONDITION(when, a), CONDITION((when) && (a), b), \
    VECTOR(at "=T " bt "=T", (when) && (a) && (b)), VECTOR(at "=T " bt "=F", (when) && (a) && !(b)), \
    VECTOR(at "=F " bt "=-", (when) && !(a)), \
    FORMS(#a, #a " && " #b, "TT F-", "TT F-", "TT F-"), FORMS(#b, #a " && " #b, "TT TF", "TT TF", "TT TF")
#define OR(when, a, b, at, bt) DECISION(when, a || b), CONDITION(when, a), CONDITION((when) && !(a), b), \
    VECTOR(at "=T " bt "=-", (when) && (a)), VECTOR(at "=F " bt "=T", (when) && !(a) && (b)), \
    VECTOR(at "=F " bt "=F", (when) && !(a) && !(b)), \
    FORMS(#a, #a " || " #b, "T- FF", "T- FF", "T- FF"), FORMS(#b, #a " || " #b, "FT FF", "FT FF", "FT FF")

/* LIMIT */
#define LIMIT(when, a, b) L("LIMIT", #a " == " #b, (when) && (a) == (b)), \
    L("LIMIT", #a " == " #b " - 1", (when) && (a) == (b) - 1), L("LIMIT", #a " == " #b " + 1", (when) && (a) == (b) + 1)

/* WM: the line with the mutant. */
#define W(text, condition) L("WM", text, condition)
#define ROR(before, a, was, is, b, after, when) W(before #a " " #is " " #b after, (when) && ((a)was(b)) != ((a)is(b)))
#define NOT_LT(before, a, b, after, when) ROR(before, a, <, ==, b, after, when), ROR(before, a, <, !=, b, after, when), \
    ROR(before, a, <, <=, b, after, when), ROR(before, a, <, >, b, after, when), ROR(before, a, <, >=, b, after, when)
#define NOT_GT(before, a, b, after, when) ROR(before, a, >, ==, b, after, when), ROR(before, a, >, !=, b, after, when), \
    ROR(before, a, >, <=, b, after, when), ROR(before, a, >, <, b, after, when), ROR(before, a, >, >=, b, after, when)
#define NOT_GE(before, a, b, after, when) ROR(before, a, >=, ==, b, after, when), ROR(before, a, >=, !=, b, after, when), \
    ROR(before, a, >=, <=, b, after, when), ROR(before, a, >=, >, b, after, when), ROR(before, a, >=, <, b, after, when)
#define NOT_LE(before, a, b, after, when) ROR(before, a, <=, ==, b, after, when), ROR(before, a, <=, !=, b, after, when), \
    ROR(before, a, <=, <, b, after, when), ROR(before, a, <=, >, b, after, when), ROR(before, a, <=, >=, b, after, when)
#define NOT_EQ(before, a, b, after, when) ROR(before, a, ==, !=, b, after, when), ROR(before, a, ==, <, b, after, when), \
    ROR(before, a, ==, <=, b, after, when), ROR(before, a, ==, >, b, after, when), ROR(before, a, ==, >=, b, after, when)
#define NOT_NE(before, a, b, after, when) ROR(before, a, !=, ==, b, after, when), ROR(before, a, !=, <, b, after, when), \
    ROR(before, a, !=, <=, b, after, when), ROR(before, a, !=, >, b, after, when), ROR(before, a, !=, >=, b, after, when)

/* Data flow: `of_n` is the number of the definition that `n` has its value of. */
#define DEFINED(text) MARK(0, "ADC", text, 0, 0, note), MARK(0, "AUC", text, 0, 0, note)
#define PARAMETER(n) int of_##n = 1; (void)of_##n; DEFINED("the parameter " #n)
#define VARIABLE(n) int of_##n = 0; (void)of_##n
#define DEFINE(n, number, text) of_##n = number, DEFINED(text)
#define USE(n, number, text) L("DUC", text " reaches " #n, of_##n == number)
#define USE_OF(when, n, number, text) L("DUC", text " reaches " #n, (when) && of_##n == number)
/* The second or third use on a line. */
#define USE_AT(place, when, n, number, text) L("DUC", text " reaches " #n " " place, (when) && of_##n == number)

static void is_undefined(int signal) {
    siglongjmp(undefined, signal);
}

static void fail(const char *what, const char *function, unsigned input) {
    fprintf(stderr, "%s(%#x): %s\n", function, input, what);
    exit(1);
}

static void cover(struct mark *mark, unsigned input) {
    mark->covering[input / 8] |= 1u << input % 8;
}

static int covers(const struct mark *mark, unsigned input) {
    return mark->covering[input / 8] >> input % 8 & 1;
}

/* The end of a run on an input. */
static void ended(const char *function, unsigned input, int is_undefined) {
    if (is_undefined && !failing)
        fail("undefined behaviour without a mark", function, input);
    if (!is_undefined && failing)
        fail("a marked error is none", function, input);
    if (failing)
        cover(failing, input);
    for (struct mark *mark = noted; mark; mark = mark->next) {
        mark->is_noted = 0;
        if (!is_undefined)
            cover(mark, input);
    }
    noted = failing = 0;
}

#define RUN(f, call, input)                          \
    do {                                             \
        int signal_ = sigsetjmp(undefined, 1);       \
        if (signal_ == 0)                            \
            call;                                    \
        ended(f, input, signal_ != 0);               \
    } while (0)
#define ONE(f, from, to)                             \
    for (volatile int a = from; a <= to; a++)        \
        RUN(#f, f(a), a & 255)
#define TWO(f, from, to)                             \
    for (volatile int a = from; a <= to; a++)        \
        for (volatile int b = from; b <= to; b++)    \
            RUN(#f, f(a, b), (a & 255) << 8 | (b & 255))

static int print_all(void) {
    for (struct mark *mark = __start_marks; mark < __stop_marks; mark++) {
        printf("%s\t%s\t%ld\t%s\t%s\t", mark->function, mark->criterion, mark->line, mark->text,
               mark->pairs ? mark->pairs : "");
        for (unsigned input = 0, end; input < 65536; input = end + 1) {
            for (end = input; end < 65536 && covers(mark, end); end++)
                ;
            if (end > input)
                printf("%u-%u ", input, end - 1);
        }
        printf("\n");
    }
    return 0;
}
