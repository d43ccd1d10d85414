/*
 * flame_columns: the data of a flame graph's page: a profile as columns of numbers, one after the other.
 *
 *	columns -> deflate (RFC 1951, without a header) -> base64 -> the page; report/flame/page/bytes.js reads them
 *
 * A column is of one form: LEB128 numbers, one such number that stands for all, differences to the number before in
 * zigzag LEB128, or bytes.
 */
#ifndef PREC_REPORT_FLAME_FLAME_COLUMNS_H
#define PREC_REPORT_FLAME_FLAME_COLUMNS_H

#include "report/flame/flame_profile.h"

#include <stdio.h>

enum column_form {
	COLUMN_UNSIGNED,    /* "uvarint" */
	COLUMN_SAME,        /* "same": n times the one number there is */
	COLUMN_DIFFERENCES, /* "svarint" */
	COLUMN_BYTES,       /* "bytes" */
};

struct flame_column {
	char name[24]; /* "stack.depth", "0.time" */
	enum column_form form;
	uint32_t n;   /* its numbers, or bytes */
	size_t bytes; /* of the data */
};

#define FLAME_COLUMNS_MAX 32

struct flame_columns {
	struct flame_column list[FLAME_COLUMNS_MAX];
	unsigned n;
	struct buffer data; /* of all, in their order */
};

/*
 * Makes the columns of a profile, whose rows must be merged (flame_rows_merge). tick: ns that a unit of their times is.
 * 0 or -ENOMEM; flame_columns_fini is due in any case.
 */
int flame_columns_make(struct flame_columns *c, const struct flame_profile *p, uint64_t tick);
void flame_columns_fini(struct flame_columns *c);

/* Returns the name of a form in the page's data. */
const char *flame_column_form(const struct flame_column *column);

/* Writes the data compressed, in base64. 0 or -ENOMEM; errors of the stream are the stream's. */
int flame_columns_write(const struct flame_columns *c, FILE *out);

/* Writes bytes in base64 (RFC 4648, section 4). */
void base64_write(const uint8_t *data, size_t size, FILE *out);

#endif
