/*
 * source_file: a file with debug information, opened by libdw, and the supplementary file (dwz) that it refers to.
 *
 *	file with code or its separate debug file --- .gnu_debugaltlink ---> what several files share (dwz)
 *	 `--- skeleton units ---> .dwo files
 *
 * libdw opens files by names in other files. They are checked before, so that only regular files are opened.
 *
 * Runs in a worker only.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_FILE_H
#define PREC_REPORT_SOURCE_SOURCE_FILE_H

#include "common/buffer.h"
#include "report/source/source_elf.h"
#include "report/source/source_module.h"

#include <elfutils/libdw.h>

/* A file to open, and what identifies it: the path must still lead to the same inode. */
struct source_file_spec {
	const char *path;
	const char *program; /* the file with the code; equals path if that has it */
	const char *symfs;   /* prefix of separate debug files, or "" */
	uint64_t device, inode;
	/*
	 * Called with each other file that answers depend on, whether it exists or not, before it is opened; with
	 * missing: the name of a file that was not found. May be NULL.
	 */
	void (*other)(void *context, const char *path, bool missing);
	void *context; /* borrowed */
};

struct source_file_elf {
	int fd; /* -1: not open, or in memory */
	Elf *elf;
	struct source_unpacked unpacked; /* of elf */
	Dwarf *dwarf;
	struct source_module module; /* of a kernel module, which then owns elf and dwarf */
};

struct source_file {
	struct source_file_elf own, alternate;
	struct buffer nothing; /* an empty file, used as alternate if there is none */
	char *path, *program;
	void (*other)(void *context, const char *path, bool missing); /* as in struct source_file_spec */
	void *context;
};

/*
 * Opens a file. False: there is no such file, it has no debug information, or no memory; then there is nothing to
 * close.
 */
bool source_file_open(struct source_file *f, const struct source_file_spec *spec);
void source_file_close(struct source_file *f);

/* Reports a file that answers depend on. */
void source_file_other(const struct source_file *f, const char *path);

/* Reports that the split unit (.dwo) of a skeleton unit was not found. */
void source_file_report_split(const struct source_file *f, Dwarf_Die *die);

/*
 * Says whether libdw may look for the split unit of a skeleton unit: it opens the file of that name in the directory of
 * this file and in that of the compilation. report: answers depend on it.
 */
bool source_file_may_split(const struct source_file *f, Dwarf_Die *die, bool report);

#endif
