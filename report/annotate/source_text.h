/*
 * source_text: the lines of source files, for showing them beside code. Each file is read once.
 *
 * What the recording carries of a file (prec bundle --source) comes first: a file here may be another one. The paths
 * come from debug information, so they are untrusted: only ordinary files are opened, of up to
 * SOURCE_TEXT_MAX bytes. One thread at a time.
 */
#ifndef PREC_REPORT_ANNOTATE_SOURCE_TEXT_H
#define PREC_REPORT_ANNOTATE_SOURCE_TEXT_H

#include "common/hash_table.h"
#include "report/symbols/symbols_config.h"

/* Limit of a file, and of all files, in bytes. */
#define SOURCE_TEXT_MAX  (16u << 20)
#define SOURCE_TEXTS_MAX (512u << 20)

struct source_text_file;

struct source_texts {
	const struct symbols_config *config; /* borrowed: where files are, and who opens them */
	const char *prefix;                  /* put before each path; NULL: none */
	unsigned strip;                      /* with a prefix: folders that are taken off each path before */
	struct source_text_file *list;
	uint32_t n, capacity;
	struct hash_table table; /* of the paths */
	uint64_t size;
};

/* Frees what was read. A struct that is all zero but the first three has nothing. */
void source_texts_fini(struct source_texts *t);

/* Returns a line of a file, from 1 on, without its end; *ret_size: its length. NULL: the file or the line is not here.
 */
const char *source_texts_line(struct source_texts *t, const char *path, unsigned line, size_t *ret_size);

#endif
