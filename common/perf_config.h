/*
 * perf_config: settings of Linux perf, from the files that it takes them from:
 *
 *	the file that PERF_CONFIG names, alone; or
 *	/etc/perfconfig, and .perfconfig in the user's home, whose values win
 *
 * A file that is no regular one (PERF_CONFIG=/dev/null), larger than PERF_CONFIG_MAX, or of another user than this one
 * and root is as if it were not there. Source: tools/perf/util/config.c.
 *
 * Ownership: _read/_fini. Threads: not beside setenv(3).
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
	struct buffer text;    /* empty: there is none */
	bool is_another_users; /* so it is not read */
};

struct perf_config {
	struct perf_config_file files[PERF_CONFIG_FILES]; /* the first one that has a value wins */
};

/* Of the user with that home (NULL or "": not known). */
void perf_config_read(struct perf_config *c, const char *home, uid_t user);
void perf_config_fini(struct perf_config *c);

/* The value of section.name. The file that has it, or NULL. */
const struct perf_config_file *perf_config_get(const struct perf_config *c, const char *section, const char *name,
					       char value[PATH_MAX]);

/* The value in a text of the form of perfconfig; of several the last one. False: there is none. */
bool perf_config_parse(const char *text, size_t size, const char *section, const char *name, char value[PATH_MAX]);

/*
 * Adds a setting to a text that says which are in effect: "FILE: report.children=false, record.build-id=skip". *note:
 * NULL, or malloc'ed. False without memory.
 */
bool perf_config_note(char **note, const struct perf_config_file *file, const char *section, const char *name,
		      const char *value);

/* 1 or 0, as Linux perf takes words and numbers; -1: neither. */
int perf_config_bool(const char *value);

#endif
