/*
 * perf_config: reads the settings of Linux perf from the files that perf reads:
 *
 *	only the file that PERF_CONFIG names; or
 *	.perfconfig in the user's home, and for settings that it does not have /etc/perfconfig
 *
 * A file is ignored if it is not a regular file (PERF_CONFIG=/dev/null), larger than PERF_CONFIG_MAX, or belongs to
 * another user than this one and root. Source: tools/perf/util/config.c.
 *
 * Ownership: _read/_fini. Threads: not at the same time as setenv(3).
 */
#ifndef PREC_COMMON_PERF_CONFIG_H
#define PREC_COMMON_PERF_CONFIG_H

#include "common/buffer.h"

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

#define PERF_CONFIG_MAX   65536 /* bytes */
#define PERF_CONFIG_FILES 2

struct perf_config_file {
	char path[PATH_MAX];
	struct buffer text;    /* empty: there is no such file, or it is ignored */
	bool is_another_users; /* it is ignored because of its owner */
};

struct perf_config {
	struct perf_config_file files[PERF_CONFIG_FILES]; /* the first that has a setting counts */
};

/* Reads the files of a user. home: NULL or "": not known. */
void perf_config_read(struct perf_config *c, const char *home, uid_t user);
void perf_config_fini(struct perf_config *c);

/* Finds the value of the setting section.name. Returns the file that has it; NULL: none has. */
const struct perf_config_file *perf_config_get(const struct perf_config *c, const char *section, const char *name,
					       char value[PATH_MAX]);

/* Finds the last value of a setting in the text of a perfconfig file. False: there is none. */
bool perf_config_parse(const char *text, size_t size, const char *section, const char *name, char value[PATH_MAX]);

/*
 * Adds a setting to a text that lists those in effect: "FILE: report.children=false, record.build-id=skip". *note:
 * NULL, or allocated by malloc(3); it is replaced, and the caller frees it. False: no memory.
 */
bool perf_config_note(char **note, const struct perf_config_file *file, const char *section, const char *name,
		      const char *value);

/* Returns what a value means for Linux perf as a bool: 1 or 0; -1: neither. */
int perf_config_bool(const char *value);

#endif
