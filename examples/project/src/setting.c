#include "setting.h"

#include "number.h"

#define MOST_RATE 9600

/* Where the `=` of a line is; -1 if it has none. */
int equals_at(struct slice line) {
    for (unsigned char i = 0; i < line.length; i++)
        if (line.begin[i] == '=')
            return i;
    return -1;
}

enum setting setting_named(struct slice name) {
    name = trimmed(name);
    if (name.length == 0)
        return SETTING_NONE;
    if (same_word(name, "rate"))
        return SETTING_RATE;
    return same_word(name, "echo") ? SETTING_ECHO : SETTING_UNKNOWN;
}

/* Whether the value was one of this setting. */
bool set(struct settings *settings, enum setting name, struct slice value) {
    int number = number_of(value, name == SETTING_RATE ? MOST_RATE : 1);
    if (number < 0 || (name != SETTING_RATE && name != SETTING_ECHO))
        return false;
    if (name == SETTING_RATE)
        settings->rate = number;
    else
        settings->echo = number == 1;
    return true;
}
