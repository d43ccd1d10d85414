/*
 * script_access: writes samples as accesses to memory, one a line, as perf mem report -D prints them for programs.
 *
 *	pid,tid,ip,addr,weight,data_src,dso:symbol
 *	1234,1234,0x55d2a7c0,0x7ffd1c38,45,0x68100142,/usr/bin/x:main
 */
#ifndef PREC_REPORT_SCRIPT_SCRIPT_ACCESS_H
#define PREC_REPORT_SCRIPT_SCRIPT_ACCESS_H

#include "formats/record/sample_decode.h"
#include "report/script/script_worker.h"

#include <stdio.h>

struct script_access {
	const char *separator;
	bool shows_phys_addr, shows_page_size; /* columns that are shown, too */
	bool hide_unresolved;                  /* leave out samples whose ip is in no symbol */
};

/* Prints the line with the names of the columns. */
void script_access_put_heading(FILE *out, const struct script_access *access);

/* Appends the line of a sample to w->out. mode: RECORD_MISC_*, of its ip. */
void script_put_access(struct script_worker *w, const struct script_head *head, const struct sample *s,
		       const struct script_snapshot *at, unsigned mode);

/* Appends a size of pages, in bytes, in the largest unit without a remainder: "4K"; 0: "N/A". As in Linux perf. */
void script_put_page_size(struct buffer *out, uint64_t size);

#endif
