/*
 * line_writer: one entry of the line cache as it is written: under another name first, so that readers find all of it
 * or none. Part of the keeper (report/linecache/line_store.h).
 */
#ifndef PREC_REPORT_LINECACHE_LINE_WRITER_H
#define PREC_REPORT_LINECACHE_LINE_WRITER_H

#include "report/linecache/line_key.h"

/* The name of an entry with the number of the process. */
#define LINE_TEMPORARY_SIZE (LINE_NAME_SIZE + 16)

struct line_writer {
	bool begun;
	int code;            /* 0, or the negative errno of what went wrong first */
	int directory, file; /* file: -1 unless it is open */
	uint64_t left;       /* bytes that are due */
	char name[LINE_NAME_SIZE], temporary[LINE_TEMPORARY_SIZE];
};

/* Begins an entry of size bytes, and drops one that is not done. directory: borrowed, or a negative errno. */
void line_writer_begin(struct line_writer *w, int directory, const struct line_key *key, uint64_t size);
void line_writer_put(struct line_writer *w, const void *data, size_t size);

/* 0, or a negative errno: then nothing has changed. -EINVAL: it is no entry, or not all of it. */
int line_writer_end(struct line_writer *w);

/* Removes what was begun. Of one that is all zero, too. */
void line_writer_drop(struct line_writer *w);

/* Whether a name may be one of a file that a writer left behind. */
bool line_writer_is_temporary(const char *name);

#endif
