// stops: unsupported: inline assembly `cpuid`
int main(void) { int a = 0, b, c, d; asm("nop\n\tcpuid" : "+a"(a), "=b"(b), "=c"(c), "=d"(d)); return a; }
