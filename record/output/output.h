/*
 * output: the file, pipe or directory a recording goes to.
 *
 * Ownership: _close. One thread at a time.
 */
#ifndef PREC_RECORD_OUTPUT_OUTPUT_H
#define PREC_RECORD_OUTPUT_OUTPUT_H

#include "common/diagnostics.h"
#include "formats/file/perf_writer.h"
#include "record/output/output_watch.h"

#include <limits.h>
#include <signal.h>

struct output {
	int fd;
	const char *path;  /* "-" for standard output; of the directory, where fd is its perf.data file */
	const char *asked; /* path, until the file was renamed */
	bool is_pipe;
	bool is_dir;                    /* record/output/output_kcore.h */
	int heir;                       /* a socket that the finished file is sent through; 0: it has a name */
	struct output_watch watch;      /* of a named, regular file */
	struct perf_writer_stall stall; /* how to wait for the reader of a pipe or socket; else zero */
	char own[PATH_MAX];             /* the name it was opened with, where it could not get another one; or the
					   name that others gave the directory */
	char stamped[PATH_MAX];         /* its name, once it got another one */
	char name[PATH_MAX];            /* that was asked for, of a directory: without slashes at its end */
	char data[PATH_MAX + 8];        /* the path of the directory's perf.data file */
};

/* Whether the path stands for standard output. */
bool output_is_stdout(const char *path);

/*
 * The file is this recording's alone from then on, by flock(2): where another one is writing it the result is
 * -EWOULDBLOCK and nothing is changed. An older file of the name that has contents is kept as NAME.old, and so is a
 * directory that is a recording (record/output/output_old.h). signals: the mask while a named pipe waits for its
 * reader. 0 or a negative errno.
 */
int output_open(struct output *out, const char *path, const sigset_t *signals, struct diagnostics *diagnostics,
		struct error *err);

/* As output_open, for a file that is always made new: -EEXIST where the name is taken. Never waits. */
int output_open_new(struct output *out, const char *path, struct diagnostics *diagnostics, struct error *err);

/*
 * Opens a file without a name, in TMPDIR or /tmp or, where these have none such, in memory. Whoever is at the other end
 * of the socket gets it by output_hand_over. 0 or a negative errno.
 */
int output_open_nameless(struct output *out, int heir, struct error *err);

/* Sends the descriptor of a finished file without a name, with a message of one byte. 0 or a negative errno. */
int output_hand_over(const struct output *out);

/*
 * What root records for the user of sudo(8) belongs to that user, who can then read it without root. path: for the
 * notice where that cannot be.
 */
void output_give_to_sudo_user(int fd, const char *path, struct diagnostics *diagnostics);

/* Whether writing may have to wait for a reader: a pipe or a socket, whoever opened it. */
bool output_has_reader(const struct output *out);

/*
 * Before writing: fails where others have destroyed the contents of the file, and notes where they have renamed it. 0
 * or a negative errno.
 */
int output_check(struct output *out, struct diagnostics *diagnostics, struct error *err);

/*
 * Gives a file that was opened the name `to`, which outlives the output; one that cannot have it keeps its own, which
 * the diagnostics say.
 */
void output_rename(struct output *out, const char *to, struct diagnostics *diagnostics);

/* The file, or the directory, has been renamed by its owner; the name outlives the output. */
void output_set_name(struct output *out, const char *name);

/* As rename(2), but a file of the new name is not replaced: 0, -EEXIST or another negative errno. */
int output_rename_file(const char *from, const char *to);

/* Closes and removes a file that is not needed; pipes and devices stay. */
void output_discard(struct output *out);

/* 0 or the negative errno of close(2). */
int output_close(struct output *out);

#endif
