// texts of: mothra:AOR
/* Former errors: texts consisted of an operand in its own type, not in that of the operation. */

#define WIDE 7L
enum { FEW = 3 };

long difference(unsigned long a, unsigned char b, unsigned c) { return a + b - c; }

int exceeds(int a, unsigned b, int c) { return a + b > c; }

double halved(int a, double b) { return a * b / 2; }

float quotient(float a, int b, double c) { return (a - b) / 3 + (a + c) / 4; }

long shifted(int a, long b) { return (a + b) << 20; }

long literal(long a) { return (a + 2) << 40; }

long named(long a) { return (a + WIDE) / 2; }

unsigned enumerated(unsigned a) { return (a - FEW) / 2; }

unsigned long nested(unsigned a, long b, short c) { return (a * b) / (c + 5u); }

int small(short a, char b) { return (a + b) * 100000; }

int explicit_cast(int a, unsigned b) { return ((unsigned)a + b) / 2 > 7; }

double fused(double a, double b, int c) { return (a * b + c) / 2; }

double fused_factor(int a, double b, int c) { return (a * b + c) / 2; }
