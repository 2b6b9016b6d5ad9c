enum mode { OFF, SLOW, FAST };
int level = 3;
int read_sensor(void);

int grade(int points) { return points > 100 ? 1 : 0; }
int speed(enum mode m) { return m == FAST ? 2 : 1; }
int least(const signed char *a, int n) { return n > 0 && a[0] < -5; }
int second(const char *s) { return s[1] == 'x'; }
int given(const int *p) { int r = 7; if (p == 0) r = 9; return r; }
int above(void) { return level > 9; }
int warm(double celsius) { return celsius > 40.0; }
int poll(void) { return read_sensor() > 1023; }
int rounds(unsigned char n) { int s = 0; while (n > 0) { s += n; n -= 1; } return s; }
int waits(void) { for (int i = 0; i < 20; i++) if (read_sensor() == 0) return 7; return 3; }
