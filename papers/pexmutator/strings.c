/* Texts that end with a zero. */

void reverse(char *text) {
    int end = 0;
    while (text[end] != 0)
        end++;
    for (int i = 0; i < end / 2; i++) {
        char held = text[i];
        text[i] = text[end - 1 - i];
        text[end - 1 - i] = held;
    }
}

int is_palindrome(const char *text) {
    int end = 0;
    while (text[end] != 0)
        end++;
    for (int i = 0; i < end / 2; i++)
        if (text[i] != text[end - 1 - i])
            return 0;
    return 1;
}

int word_count(const char *text) {
    int count = 0, is_inside = 0;
    for (int i = 0; text[i] != 0; i++) {
        if (text[i] == ' ') {
            is_inside = 0;
        } else if (is_inside == 0) {
            is_inside = 1;
            count++;
        }
    }
    return count;
}

/* How many characters occur earlier in the text as well. */
int repeated_count(const char *text) {
    int count = 0;
    for (int i = 0; text[i] != 0; i++) {
        int j = 0;
        while (j < i && text[j] != text[i])
            j++;
        if (j < i)
            count++;
    }
    return count;
}

/* The first place of one of two characters; -1 if neither occurs. */
int index_of_any(const char *text, char a, char b) {
    for (int i = 0; text[i] != 0; i++)
        if (text[i] == a || text[i] == b)
            return i;
    return -1;
}

/* Removes blanks at both ends. */
void strip(char *text) {
    int from = 0, to = 0;
    while (text[from] == ' ')
        from++;
    while (text[from] != 0) {
        text[to] = text[from];
        to++;
        from++;
    }
    while (to > 0 && text[to - 1] == ' ')
        to--;
    text[to] = 0;
}

/* Reverses each word and leaves blanks where they are. */
void reverse_words(char *text) {
    int start = 0;
    while (text[start] != 0) {
        int end = start;
        while (text[end] != 0 && text[end] != ' ')
            end++;
        int next = text[end] == 0 ? end : end + 1;
        for (int i = start, j = end - 1; i < j; i++, j--) {
            char held = text[i];
            text[i] = text[j];
            text[j] = held;
        }
        start = next;
    }
}
