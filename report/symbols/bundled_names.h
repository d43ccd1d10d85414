/*
 * bundled_names: the names that a recording carries to be read on other machines (prec convert --bundle).
 *
 * They were found where it was recorded, for the addresses that were hit, and are as good as the files there: so what
 * had no name there has none here, for the same reason. Which of them or of this machine's files count says
 * report/symbols/dso_load.h; report/symbols/bundled_dso.h answers for one file.
 *
 * Threads: one fills it, then any number may read.
 */
#ifndef PREC_REPORT_SYMBOLS_BUNDLED_NAMES_H
#define PREC_REPORT_SYMBOLS_BUNDLED_NAMES_H

#include "formats/file/bundle_names.h"

struct bundled_names {
	struct bundle_names names;
	struct hash_table by_identity; /* of the files */
	struct hash_table by_line;     /* of the source lines */
	struct buffer stacks;          /* the part with how stacks ended, which is not read here; size 0: none */
	uint32_t stacks_version;
	struct error damage; /* code 0: none */
	bool is_ready;
};

/* Reads them; none if the recording has no bundle. 0 or a negative errno; damage is reported in b->damage. */
int bundled_names_load(struct bundled_names *b, const struct perf_file *f, struct error *err);
void bundled_names_fini(struct bundled_names *b);

/* Says whether there are any. b may be NULL. */
bool bundled_names_any(const struct bundled_names *b);

/* What identifies a file; path: borrowed. */
struct bundled_identity {
	enum bundle_file_kind kind;
	const char *path; /* of a module its name */
	struct build_id build_id;
	struct mapped_file file;
	uint32_t pid;
};

/* Finds a file: by its build-id or, without one, by all else. NULL: there is none. b may be NULL. */
const struct bundle_file *bundled_names_find(const struct bundled_names *b, const struct bundled_identity *identity);

/* Returns a line of a source file, as frames have its path, without its end. NULL: it has none. b may be NULL. */
const char *bundled_names_line(const struct bundled_names *b, const char *file, unsigned line);

/* Returns the string of a file's member. */
static inline const char *bundled_string(const struct bundled_names *b, uint32_t id)
{
	return strtab_get(&b->names.strings, id);
}

#endif
