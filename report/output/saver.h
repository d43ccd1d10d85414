/*
 * saver: writes texts into new files of the working directory, for a command that may not, since it is in the sandbox:
 *
 *	command --- text ---> a process that was started before
 *	        <-- name ----  writes prec.report.1, or the next number that no file has
 *
 * Recordings are written by it likewise, prec.top.1.data.
 *
 * That process interprets nothing. It ends with the command. One thread.
 */
#ifndef PREC_REPORT_OUTPUT_SAVER_H
#define PREC_REPORT_OUTPUT_SAVER_H

#include <stddef.h>
#include <sys/types.h>

/* What a file may hold, in bytes. */
#define SAVER_MAX (1ull << 30)

struct saver {
	pid_t pid; /* 0: it was not started */
	int socket;
};

/* The size of a file's name, with the byte at its end. */
#define SAVER_NAME 64

enum saver_kind {
	SAVER_REPORT,    /* a text: prec.report.1 */
	SAVER_RECORDING, /* prec.top.1.data, which others may not read */
};

/* To be called before the sandbox is entered and before any thread is started. 0 or a negative errno. */
int saver_start(struct saver *s);
void saver_stop(struct saver *s);

/* Writes bytes, and the file's name to `name`. 0 or a negative errno. */
int saver_write(struct saver *s, enum saver_kind kind, const void *bytes, size_t size, char name[SAVER_NAME]);

/* Writes what a file has. */
int saver_copy(struct saver *s, enum saver_kind kind, int fd, char name[SAVER_NAME]);

#endif
