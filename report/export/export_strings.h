/*
 * export_strings: the strings of a file whose format knows them by number and has them as UTF-8.
 *
 * Names are bytes, and are written as report/export/plain_name.h has them. Number 0 is "". Numbers are in the order of
 * first use. One thread at a time.
 */
#ifndef PREC_REPORT_EXPORT_EXPORT_STRINGS_H
#define PREC_REPORT_EXPORT_EXPORT_STRINGS_H

#include "common/buffer.h"
#include "common/strtab.h"

struct export_strings {
	struct strtab table;       /* as they are written */
	const struct strtab *from; /* borrowed: those of the profile */
	uint32_t *numbers;         /* by id in `from`; 0: not used yet, or "" */
	uint32_t n_numbers;
	struct buffer text; /* of the string that is escaped now */
	bool failed;        /* sticky: out of memory; numbers are 0 then */
};

/* from: to which nothing is added any more. 0 or -ENOMEM; export_strings_fini is due in any case. */
int export_strings_init(struct export_strings *s, const struct strtab *from);
void export_strings_fini(struct export_strings *s);

/* Returns the number of a string of the profile, by its id, or of a text. */
uint32_t export_strings_of(struct export_strings *s, uint32_t id);
uint32_t export_strings_add(struct export_strings *s, const char *text);

/* Returns a string by its number, as it is written. */
static inline const char *export_strings_get(const struct export_strings *s, uint32_t number)
{
	return strtab_get(&s->table, number);
}

#endif
