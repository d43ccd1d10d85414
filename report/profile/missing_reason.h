/*
 * missing_reason: why addresses of a file have no names, of the reasons a user can do something about.
 */
#ifndef PREC_REPORT_PROFILE_MISSING_REASON_H
#define PREC_REPORT_PROFILE_MISSING_REASON_H

#include "report/symbols/symbols.h"
#include "report/timeline/dsos.h"

enum missing_reason {
	UNRESOLVED_UNMAPPED, /* nothing is known to have been mapped there */
	UNRESOLVED_NO_FILE,  /* memory that is of no file */
	UNRESOLVED_GUEST,    /* a virtual machine's */
	UNRESOLVED_NO_MAP,   /* code made at run time, of which no map was left */
	UNRESOLVED_FOREIGN,  /* code made at run time, whose map is not believed */
	UNRESOLVED_MISSING,  /* the file is not here */
	UNRESOLVED_CHANGED,  /* another file is here under its name */
	UNRESOLVED_STRIPPED, /* the file is here, and has no symbols */
	UNRESOLVED_HIDDEN,   /* the kernel does not show this user where its functions are */
	UNRESOLVED_KERNEL,   /* the recorded kernel is not the one that runs here */
	UNRESOLVED_NOWHERE,  /* nothing here has the kernel's symbols */
	UNRESOLVED_DAMAGED,  /* the file is here, and cannot be understood */
	UNRESOLVED_GAP,      /* the file has symbols, and none there */
	UNRESOLVED_REASONS,
};

/* Of a dso with a path. symbols: its own; NULL: they were not asked for, which is GAP. */
enum missing_reason missing_reason(enum dso_kind kind, const char *path, struct dso_symbols *symbols);

/* "file not here" and the like, for a row. */
const char *missing_reason_words(enum missing_reason why);

#endif
