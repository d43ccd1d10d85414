/*
 * missing_reason: tells why addresses of a file have no names, as far as a user can change it.
 */
#ifndef PREC_REPORT_PROFILE_MISSING_REASON_H
#define PREC_REPORT_PROFILE_MISSING_REASON_H

#include "report/symbols/symbols.h"
#include "report/timeline/dsos.h"

enum missing_reason {
	UNRESOLVED_UNMAPPED, /* no known mapping */
	UNRESOLVED_NO_FILE,  /* memory without a file */
	UNRESOLVED_GUEST,    /* a virtual machine's */
	UNRESOLVED_NO_MAP,   /* JIT code without a map */
	UNRESOLVED_FOREIGN,  /* JIT code whose map is not trusted */
	UNRESOLVED_MISSING,  /* the file is not here */
	UNRESOLVED_CHANGED,  /* another file is here under its name */
	UNRESOLVED_STRIPPED, /* the file is here, and has no symbols */
	UNRESOLVED_HIDDEN,   /* the kernel does not show this user where its functions are */
	UNRESOLVED_KERNEL,   /* the recorded kernel is not the one that runs here */
	UNRESOLVED_NOWHERE,  /* nothing here has the kernel's symbols */
	UNRESOLVED_DAMAGED,  /* the file is here, and damaged */
	UNRESOLVED_GAP,      /* the file has symbols, and none there */
	UNRESOLVED_REASONS,
};

/* Returns the reason for a dso with a path. symbols: its own; NULL: not looked up, which is GAP. */
enum missing_reason missing_reason(enum dso_kind kind, const char *path, struct dso_symbols *symbols);

/* Returns words for a row: "file not here" and the like. */
const char *missing_reason_words(enum missing_reason why);

#endif
