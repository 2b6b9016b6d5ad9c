/* A tokeniser as a state machine. */

enum state { START, WORD, NUMBER, FAILED };

/* Counts words (letters) and numbers (digits) between blanks; -1 for anything else. */
int count_tokens(const char *text, int *words, int *numbers) {
    enum state state = START;
    *words = 0;
    *numbers = 0;
    for (; *text != '\0'; text++) {
        int letter = (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z');
        int digit = *text >= '0' && *text <= '9';
        switch (state) {
        case START:
            if (letter) {
                state = WORD;
                ++*words;
            } else if (digit) {
                state = NUMBER;
                ++*numbers;
            } else if (*text != ' ')
                state = FAILED;
            break;
        case WORD:
            if (*text == ' ')
                state = START;
            else if (!letter)
                state = FAILED;
            break;
        case NUMBER:
            if (*text == ' ')
                state = START;
            else if (!digit)
                state = FAILED;
            break;
        case FAILED:
            return -1;
        }
    }
    return state == FAILED ? -1 : *words + *numbers;
}

/* Mutants, counted by hand. In a value, if the left operand of a connective is one of the other kind, neither is replaced.
     count_tokens by symbmc: AOR 6, ROR 55, IVI 114
     count_tokens by sufficient: AOR 6, ROR 77, ABS 56, LCR 2, UOI 85
*/
