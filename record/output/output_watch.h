/*
 * output_watch: notices what others do to the file of a recording while it is written.
 *
 *	removed, cut short, overwritten    what was recorded is lost: the recording ends with an error
 *	renamed, replaced                  nothing is lost while the file has another name: recording continues
 *
 * A lost recording writes nothing more, because the file may be another process's by now.
 *
 * The caller checks before it writes, and marks what it has written. A check compares the bytes that were the end of
 * the file at the last mark: these do not change when the file grows.
 *
 * Ownership: none; the descriptor and the first name are borrowed.
 */
#ifndef PREC_RECORD_OUTPUT_OUTPUT_WATCH_H
#define PREC_RECORD_OUTPUT_OUTPUT_WATCH_H

#include "common/error.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#define OUTPUT_WATCH_TAIL 16 /* an entry of the feature table, which is never all zeros */

struct output_watch {
	int fd; /* 0: nothing is watched */
	const char *path;
	char renamed[PATH_MAX]; /* where path points to since the file was */
	bool counts_names;      /* its file system does */
	bool nameless;          /* it has a name that is not known: no use to look for it */
	bool was_cut;           /* between a write and its mark */
	bool is_lost;
	uint64_t size; /* when it was marked */
	uint8_t tail[OUTPUT_WATCH_TAIL];
	ssize_t tail_size; /* below 0: could not be read */
};

enum output_watch_result {
	OUTPUT_WATCH_SAME,
	OUTPUT_WATCH_RENAMED,  /* watch->path is the new name */
	OUTPUT_WATCH_NAMELESS, /* watch->path is not its name any more */
};

/* fd: just opened by that name. Only regular files are watched. */
void output_watch_start(struct output_watch *w, int fd, const char *path);

/* After writing: what is in the file now is to stay. written: where in the file the last write ended. */
void output_watch_mark(struct output_watch *w, uint64_t written);

/*
 * Before writing. An enum output_watch_result, each change once; or a negative errno, with *err filled and w->is_lost
 * set, when what was recorded is lost.
 */
int output_watch_check(struct output_watch *w, struct error *err);

/* Whether the path leads to that file; true too where it cannot be looked up. */
bool output_is_named(const char *path, const struct stat *status);

#endif
