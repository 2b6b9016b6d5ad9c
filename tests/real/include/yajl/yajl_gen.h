/* The package installs its headers under this name. */
#include <yajl_gen.h>
