/* What the configuration of TRE finds out on a GNU system, without wide characters. */
#define HAVE_SYS_TYPES_H 1
#define HAVE_REG_ERRCODE_T 1
#define TRE_APPROX 1
#define TRE_VERSION "survey"
#define TRE_VERSION_1 0
#define TRE_VERSION_2 8
#define TRE_VERSION_3 0
