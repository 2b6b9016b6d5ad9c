#ifndef SETTING_H
#define SETTING_H

#include "text.h"

enum setting { SETTING_NONE, SETTING_RATE, SETTING_ECHO, SETTING_UNKNOWN };

struct settings {
    int rate;
    bool echo;
};

int equals_at(struct slice line);
enum setting setting_named(struct slice name);
bool set(struct settings *settings, enum setting name, struct slice value);

#endif
