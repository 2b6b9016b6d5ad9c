#ifndef NUMBER_H
#define NUMBER_H

#include "text.h"

int digit_of(char c);
int number_of(struct slice text, int most);

#endif
