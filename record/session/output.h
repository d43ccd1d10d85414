/*
 * output: the file or pipe a recording goes to (output_file.c), and the feature sections around its data (output.c).
 *
 * Ownership: _close; what facts point to is borrowed.
 */
#ifndef PREC_RECORD_SESSION_OUTPUT_H
#define PREC_RECORD_SESSION_OUTPUT_H

#include "formats/file/block_writer.h"
#include "record/sampler/event_set.h"
#include "record/synth/build_id_set.h"

#include "record/session/output_watch.h"

#include <signal.h>

struct output {
	int fd;
	const char *path; /* "-" for standard output */
	bool is_pipe;
	struct output_watch watch;      /* of a named, regular file */
	struct perf_writer_stall stall; /* set by whoever waits for the reader of a pipe or socket; else zero */
};

/* path: NULL for the default: perf.data, or standard output where that is a pipe. */
bool output_is_stdout(const char *path);

/*
 * The file is this recording's alone from then on, by flock(2): where another one is writing it the result is
 * -EWOULDBLOCK and nothing is changed. An older file of the name that has contents is kept as NAME.old, as Linux perf
 * does. File systems without locks do without. signals: the mask while a named pipe waits for its reader. 0 or a
 * negative errno.
 */
int output_open(struct output *out, const char *path, const sigset_t *signals, struct error *err);

/* Whether writing may have to wait for a reader: a pipe or a socket, whoever opened it. */
bool output_has_reader(const struct output *out);

/* 0 or the negative errno of close(2). */
int output_close(struct output *out);

/* What the features tell of the recording. */
struct output_facts {
	const struct event_set *set;
	const struct event_list *list; /* for the tracepoints */
	char *const *argv;
	int argc;
	bool use_clockid;
	int clockid;
	int level; /* of zstd, 0: none */
};

/* Starts the writer with all that is known before the first record. */
int output_start(struct output *out, struct perf_writer *w, const struct output_facts *facts, struct error *err);

/* What is known only at the end. */
struct output_end {
	uint64_t first_sample, last_sample; /* times; UINT64_MAX and 0: there was none */
	struct block_writer *blocks;        /* whose index is written too */
	const struct build_id_set *ids;     /* NULL: none wanted */
};

int output_finish(struct perf_writer *w, const struct output_facts *facts, const struct output_end *end,
		  struct error *err);

#endif
