/*
 * fetch_kind: what can be asked for.
 */
#ifndef PREC_REPORT_FETCH_FETCH_KIND_H
#define PREC_REPORT_FETCH_FETCH_KIND_H

/* Of more files none is asked for. */
#define FETCH_FILES_MAX 10000u

enum fetch_kind {
	FETCH_DEBUGINFO,  /* with debug information and symbols, mostly without code */
	FETCH_EXECUTABLE, /* as it was executed */
};

#endif
