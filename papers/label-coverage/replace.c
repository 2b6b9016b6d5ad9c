/* Replaces each match of a small pattern in a text. In a pattern, `?` stands for any character, `%` at the beginning for the
   beginning of the text, `$` at the end for its end, and `@` before a character takes its meaning away. */
#ifndef LENGTH
#define LENGTH 4
#endif
#define PATTERN 3

struct job {
    char text[LENGTH];
    char pattern[PATTERN];
    char replacement;
};

/* The number of characters of the pattern at `at`: 2 after an escape. */
static int width(const char *pattern, int at) {
    return pattern[at] == '@' && at + 1 < PATTERN && pattern[at + 1] != 0 ? 2 : 1;
}

static int matches_one(const char *pattern, int at, char c) {
    if (width(pattern, at) == 2)
        return pattern[at + 1] == c;
    return pattern[at] == '?' || pattern[at] == c;
}

/* The length of the match of the pattern at a place of the text; -1 if there is none. */
static int match(const struct job *job, int from) {
    int at = 0, place = from;
    if (job->pattern[0] == '%') {
        if (from != 0)
            return -1;
        at = 1;
    }
    while (at < PATTERN && job->pattern[at] != 0) {
        int is_last = at + 1 == PATTERN || job->pattern[at + 1] == 0;
        if (job->pattern[at] == '$' && is_last)
            return place == LENGTH || job->text[place] == 0 ? place - from : -1;
        if (place == LENGTH || job->text[place] == 0)
            return -1;
        if (!matches_one(job->pattern, at, job->text[place]))
            return -1;
        at += width(job->pattern, at);
        place++;
    }
    return place - from;
}

/* Replaces all matches; their number. */
int replace(struct job *job) {
    int count = 0, from = 0, to = 0;
    while (from < LENGTH && job->text[from] != 0) {
        int length = match(job, from);
        if (length > 0) {
            job->text[to++] = job->replacement;
            from += length;
            count++;
        } else {
            job->text[to++] = job->text[from++];
        }
    }
    if (to < LENGTH)
        job->text[to] = 0;
    return count;
}
