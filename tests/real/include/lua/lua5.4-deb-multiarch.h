/* What the package's build would write here; it only names a directory for loadable modules. */
#define DEB_HOST_MULTIARCH "any"
