#ifndef RATE_H
#define RATE_H

int rate_step(int rate, int wanted);
int rate_is_low(int rate, int most);

#endif
