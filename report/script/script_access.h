/*
 * script_access: samples as accesses to memory, one a line, as perf mem report -D prints them for programs to read.
 *
 *	1234,1234,0x55d2a7c0,0x7ffd1c38,45,0x68100142,/usr/bin/x:main
 *
 * Threads: no state of its own.
 */
#ifndef PREC_REPORT_SCRIPT_SCRIPT_ACCESS_H
#define PREC_REPORT_SCRIPT_SCRIPT_ACCESS_H

#include "formats/record/sample_decode.h"
#include "report/script/script_worker.h"

#include <stdio.h>

struct script_access {
	const char *separator;
	bool phys_addr, page_size; /* show them, too */
	bool hide_unresolved;      /* what lies in no symbol is left out */
};

/* The line that names the columns. */
void script_access_put_heading(FILE *out, const struct script_access *access);

/* Appends the line of a sample, whose instruction is looked up in the mode. */
void script_put_access(struct script_worker *w, const struct script_head *head, const struct sample *s,
		       const struct script_snapshot *at, unsigned mode);

/* "4K", "N/A": in the largest unit that leaves no rest, as Linux perf writes sizes of pages. */
void script_put_page_size(struct buffer *out, uint64_t size);

#endif
