/*
 * symbols_config: where symbols are looked for, as the user says it, and how much memory they may take.
 */
#ifndef PREC_REPORT_SYMBOLS_SYMBOLS_CONFIG_H
#define PREC_REPORT_SYMBOLS_SYMBOLS_CONFIG_H

#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>

struct aside_server;
struct embedded_symbols;
struct fetch;
struct process_files;
struct source;

/*
 * What the tables of all files together may take. An input can name one file in any number of ways (/lib//x, /lib/./x):
 * each is a DSO of its own, but the file is opened and its symbols are read once.
 */
#define SYMBOLS_MAX_MEMORY (1u << 30)

struct symbols_config {
	const char *symfs;    /* --symfs: prefix of every path of the recorded machine; NULL or "": none */
	const char *vmlinux;  /* -k: NULL: search */
	const char *kallsyms; /* --kallsyms: NULL: search */
	const char *cache;    /* the build-id cache; NULL: ~/.debug */
	bool demangle;        /* false: --no-demangle */
	bool force;           /* -f: use vmlinux and kallsyms given by name whatever their build-id */
	bool no_vmlinux;      /* take none that the user has not named */
	bool no_kernel;       /* name nothing in the kernel and its modules */
	bool no_bounds;       /* no "[+0x1234]" names from .eh_frame */
	const struct embedded_symbols *embedded; /* those the recording carries; borrowed, NULL: none */
	struct process_files *processes;         /* of containers that still run; borrowed, NULL: not looked at */
	struct aside_server *opener;             /* opens files (report/elf/file_opener.h); borrowed, NULL: nobody */
	struct source *source;                   /* who reads debug information; borrowed, NULL: nobody does */
	struct fetch *fetch;                     /* debuginfod; borrowed, NULL: nobody is asked */
	bool fetch_source;                       /* it is asked for debug information, not for symbols alone */
	char symfs_opened[32];                   /* see symbols_config_check */
	size_t max_memory;                       /* in place of SYMBOLS_MAX_MEMORY; 0: that */
	bool no_kallsyms_cache;                  /* do not keep the running kernel's symbols in the build-id cache */
};

/*
 * Whether what the user named is there: --symfs a folder, -k and --kallsyms files that can be read, the second with
 * addresses. To be called before the sandbox is entered: a folder like /proc/PID/root is opened now, and
 * config->symfs leads to it from then on. 0 or a negative errno with *err naming what is not there.
 */
int symbols_config_check(struct symbols_config *config, struct error *err);

/* The build-id cache as Linux perf finds it where none is configured. malloc'ed; NULL without memory. */
char *symbols_default_cache(const char *symfs);

#endif
