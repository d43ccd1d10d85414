/* symbols_config: the user's options for finding symbols, and the limit of their memory. */
#ifndef PREC_REPORT_SYMBOLS_SYMBOLS_CONFIG_H
#define PREC_REPORT_SYMBOLS_SYMBOLS_CONFIG_H

#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>

struct aside_server;
struct bundled_names;
struct embedded_symbols;
struct fetch;
struct process_files;
struct source;
struct symbols;

/*
 * Limit of the tables of all files, in bytes. An input can name one file in many ways (/lib//x, /lib/./x): each name is
 * a DSO, but the file is opened and its symbols are read once.
 */
#define SYMBOLS_MAX_MEMORY (1u << 30)

struct symbols_config {
	const char *symfs;    /* --symfs: prefix of every path of the recorded machine; NULL or "": none */
	const char *vmlinux;  /* -k: NULL: search */
	const char *kallsyms; /* --kallsyms: NULL: search */
	const char *kcore;    /* the kernel's memory as it was recorded (record --kcore); NULL: it was not */
	const char *cache;    /* the build-id cache; NULL: ~/.debug */
	bool demangle;        /* false: --no-demangle */
	bool force;           /* -f: use vmlinux and kallsyms given by name whatever their build-id, and files whose
			       * inode or times are not those recorded */
	uint64_t until;       /* the end of the recording in ns since 1970; 0: not known */
	bool no_vmlinux;      /* use no vmlinux but that of -k */
	bool no_kernel;       /* name nothing in the kernel and its modules */
	bool no_bounds;       /* no "[+0x1234]" names from .eh_frame */
	const struct embedded_symbols *embedded; /* those in the recording; borrowed, NULL: none */
	const struct bundled_names *bundled;     /* those made where it was recorded; borrowed, NULL: none */
	bool bundle_first;                       /* they come before files of this machine */
	struct process_files *processes;         /* of containers that still run; borrowed, NULL: not used */
	struct aside_server *opener;             /* opens files (report/elf/file_opener.h); borrowed, NULL: none */
	struct source *source;                   /* reads debug information; borrowed, NULL: none */
	struct fetch *fetch;                     /* debuginfod; borrowed, NULL: not used */
	bool fetch_source;                       /* debuginfod is asked for debug information, not only symbols */
	char symfs_opened[32];                   /* see symbols_config_check */
	size_t max_memory;                       /* limit in bytes; 0: SYMBOLS_MAX_MEMORY */
	/*
	 * Where symbols are left for recordings of this machine that follow each other, which have none in them; the
	 * caller's to free. NULL: each has its own.
	 */
	struct symbols **shared;
	bool no_kallsyms_cache; /* do not store the running kernel's symbols in the build-id cache */
};

/*
 * Checks the paths that the user named: --symfs is a directory; -k and --kallsyms can be read; --kallsyms has
 * addresses. Call it before the sandbox is entered: a directory like /proc/PID/root is opened here, and config->symfs
 * is set to the open one. 0 or a negative errno with *err naming the path.
 */
int symbols_config_check(struct symbols_config *config, struct error *err);

/* Returns the default build-id cache of Linux perf; the caller frees it. NULL without memory. */
char *symbols_default_cache(const char *symfs);

#endif
