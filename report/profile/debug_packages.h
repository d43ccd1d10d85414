/*
 * debug_packages: where the symbols of installed files are to be had: packages by dpkg's database, commands where rpm
 * has one, and the system's debuginfod server.
 *
 * Nothing is started, as nothing can be in the sandbox: dpkg's database is text (deb(5),
 * /var/lib/dpkg/info/PACKAGE.list).
 */
#ifndef PREC_REPORT_PROFILE_DEBUG_PACKAGES_H
#define PREC_REPORT_PROFILE_DEBUG_PACKAGES_H

#include "common/buffer.h"

#define DEBUG_PACKAGES_MAX 8u

struct debug_packages {
	char *names[DEBUG_PACKAGES_MAX]; /* of the packages that have the symbols, each once, in the order of files;
					    owned */
	uint32_t n;
	bool dpkg, rpm; /* whose database there is */
};

/*
 * Leaves in the list the paths that a shell takes for one word and nothing else, in their order; returns how many.
 * Paths are a recording's, and people run what they are advised.
 */
uint32_t debug_packages_choose(const char **paths, uint32_t n);

/*
 * Looks n files up by their paths, in the system below root ("" for this one). debug_packages_fini is due. Reads the
 * list of every package: some milliseconds once it is in memory.
 */
void debug_packages_find(struct debug_packages *p, const char *root, const char *const *paths, uint32_t n);
void debug_packages_fini(struct debug_packages *p);

/* The debuginfod server of the system below root, by its os-release; elfutils' own for others. */
const char *debug_server(const char *root);

#endif
