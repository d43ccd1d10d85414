/*
 * source_file: a file with debug information, open in libdw, and the file of what several share that it refers to.
 *
 *	file with code or its separate debug file --- .gnu_debugaltlink ---> what several files share (dwz)
 *	 `--- skeleton units ---> .dwo files
 *
 * libdw opens files that others name. Here they are looked at before: what is no regular file is never opened.
 *
 * Runs in a worker only.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_FILE_H
#define PREC_REPORT_SOURCE_SOURCE_FILE_H

#include "common/buffer.h"
#include "report/source/source_module.h"
#include "report/source/source_unpacked.h"

#include <elfutils/libdw.h>

/* A file, and what it must be: opened again, it is to be the same. */
struct source_file_place {
	const char *path;
	const char *program; /* the file with the code; path, where it is that */
	const char *symfs;   /* below which separate debug files are looked for, or "" */
	uint64_t device, inode;
	/*
	 * Called with each file beside it that answers depend on, there or not, before it is opened; and, missing, with
	 * the name of one that was found nowhere. NULL: not wanted.
	 */
	void (*other)(void *context, const char *path, bool missing);
	void *context; /* borrowed */
};

struct source_file_elf {
	int fd; /* -1: not open, or in memory */
	Elf *elf;
	struct source_unpacked unpacked; /* of elf */
	Dwarf *dwarf;
	struct source_module module; /* where that is one, these are its own */
};

struct source_file {
	struct source_file_elf own, alternate;
	struct buffer nothing; /* the alternate file where there is none */
	char *path, *program;
	void (*other)(void *context, const char *path, bool missing); /* as in struct source_file_place */
	void *context;
};

/* False: there is no such file, or no debug information in it, or no memory; nothing is to be closed then. */
bool source_file_open(struct source_file *f, const struct source_file_place *place);
void source_file_close(struct source_file *f);

/* Reports a file that answers depend on. */
void source_file_other(const struct source_file *f, const char *path);

/* Reports that nothing has been found of what a skeleton unit stands for. */
void source_file_report_split(const struct source_file *f, Dwarf_Die *die);

/*
 * Whether libdw may look for the rest of a skeleton unit: it opens the file of that name, beside this one and in the
 * directory of the compilation. report: answers depend on it.
 */
bool source_file_may_split(const struct source_file *f, Dwarf_Die *die, bool report);

#endif
