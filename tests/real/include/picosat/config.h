/* What the package's configure script would write here. */
#define PICOSAT_VERSION "965"
#define PICOSAT_CC "cc"
#define PICOSAT_CFLAGS ""
