/*
 * rewrite_written: a rewritten recording, read back: its records one after the other.
 */
#ifndef PREC_TESTS_SUPPORT_REWRITE_WRITTEN_H
#define PREC_TESTS_SUPPORT_REWRITE_WRITTEN_H

#include "report/rewrite/rewrite.h"
#include "tests/support/perf_builder.h"

#define WRITTEN_RECORDS_MAX 4096

/* A file that was written, opened, and its records; those of blocks one after the other. */
struct written {
	struct perf_file *file;
	struct rewrite_outcome outcome;
	unsigned n_losses;
	struct buffer bytes; /* of the file */
	struct buffer copies;
	struct record records[WRITTEN_RECORDS_MAX];
	const struct file_event *events[WRITTEN_RECORDS_MAX]; /* of each */
	unsigned n, n_types[PERF_RECORD_USER_TYPE_END];
	unsigned n_blocks; /* compressed ones */
};

/* Every way a file can be written: in both byte orders, to a file and a pipe, compressed and not. */
struct written_way {
	unsigned flags; /* of the builder */
	struct rewrite_options options;
};

#define WRITTEN_WAYS 8

struct written_way written_way(unsigned i);

/* The builder's file, rewritten with the options. */
struct written *written_make(struct perf_builder *b, const struct rewrite_options *options);
void written_free(struct written *w);

/* For rewrite_file: context is the unsigned that counts. */
void written_count_loss(void *context, const struct error *loss);

void written_check_id(const struct record *r, const struct file_event *e, struct record_id want);

#endif
