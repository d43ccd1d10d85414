/*
 * file_attrs: the events of a file of file mode: their attrs, and the ids each of them points to.
 *
 *	attrs	| attr, section | attr, section | ...		entries of one size
 *	               |               `----------------.
 *	ids	       `-> | u64 u64 ... |              `-> | u64 ... |
 */
#ifndef PREC_FORMATS_FILE_FILE_ATTRS_H
#define PREC_FORMATS_FILE_FILE_ATTRS_H

#include "formats/file/perf_file.h"

/* Fills the file's events. 0; -EBADMSG, -E2BIG, -ENODATA: no list of events; -errno of read; -ENOMEM. */
int file_attrs_read(struct perf_file *f, struct file_section section, uint64_t entry_size, struct error *err);

#endif
