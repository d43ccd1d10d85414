/*
 * debug_packages: finds the packages with the symbols of installed files by dpkg's database, and the system's
 * debuginfod server. For rpm it only tells that rpm has a database.
 *
 * It starts no program, which the sandbox forbids: dpkg's database is text (deb(5), /var/lib/dpkg/info/PACKAGE.list).
 */
#ifndef PREC_REPORT_PROFILE_DEBUG_PACKAGES_H
#define PREC_REPORT_PROFILE_DEBUG_PACKAGES_H

#include "common/buffer.h"

#define DEBUG_PACKAGES_MAX 8u

struct debug_packages {
	char *names[DEBUG_PACKAGES_MAX]; /* of the packages that have the symbols, each once, in the order of files;
					    owned */
	uint32_t n;
	bool dpkg, rpm; /* which databases there are */
};

/*
 * Keeps only paths that a shell reads as one plain word, in their order; returns how many. Paths come from the
 * recording, and people run the commands of an advice.
 */
uint32_t debug_packages_choose(const char **paths, uint32_t n);

/*
 * Looks up n files by their paths in the system below root ("": this one). Reads the list of every package, which takes
 * milliseconds once they are in memory. The caller calls debug_packages_fini.
 */
void debug_packages_find(struct debug_packages *p, const char *root, const char *const *paths, uint32_t n);
void debug_packages_fini(struct debug_packages *p);

/* Returns the debuginfod server of the system below root, by its os-release; elfutils' own if that is not known. */
const char *debug_server(const char *root);

#endif
