/*
 * file_opener: opens files for reading at paths that others chose, once they are known to be ordinary ones.
 *
 * A path may lead to a file system whose server has died: whoever opens a file there, or reads it, waits, and no signal
 * ends that. Where there are such file systems at all, files are opened by another process (common/aside_server.h),
 * which also reads where a file begins and ends, and is left behind where it is stuck:
 *
 *	reader ---- path ----> server ----> third process: opens, reads
 *	       <--- a descriptor, or -ETIMEDOUT ----
 *
 * A server that dies while the reader goes on can still make the reader wait, at the first look at other pages.
 *
 * Thread: any.
 */
#ifndef PREC_REPORT_ELF_FILE_OPENER_H
#define PREC_REPORT_ELF_FILE_OPENER_H

#include "common/aside_server.h"
#include "common/error.h"

/* Starts it, before any thread is started. NULL: it is not needed, or not possible; files are opened here then. */
struct aside_server *file_opener_start(void);

enum file_kind {
	FILE_REGULAR,
	FILE_STORED, /* no file that the kernel makes up (/proc, /sys) */
};

/*
 * The descriptor, or a negative errno with *err filled: -EINVAL: not of that kind, -ETIMEDOUT: its file system does not
 * answer. opener: NULL: it is opened here.
 */
int file_opener_open(struct aside_server *opener, const char *path, enum file_kind kind, uint64_t *ret_size,
		     struct error *err);

#endif
