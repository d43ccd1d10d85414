/*
 * export_functions: functions as formats distinguish them that know no files of code: by name, symbol and source. One
 * that is in several files of code is one here; one whose code has lines of several sources is one for each. They are
 * numbered from 1 as frames first use them.
 */
#ifndef PREC_REPORT_EXPORT_EXPORT_FUNCTIONS_H
#define PREC_REPORT_EXPORT_EXPORT_FUNCTIONS_H

#include "report/export/export.h"
#include "report/export/export_strings.h"

/* Numbers of strings. */
struct export_function {
	uint32_t name;
	uint32_t symbol; /* as in the symbol table; 0: there is none, or it is the name */
	uint32_t file;   /* of the source; 0: not known */
};

struct export_functions {
	struct export_function *list; /* 0 is none */
	uint32_t n, capacity;
	struct hash_table table;
	uint32_t *by_frame; /* by number of the frame in the stacks; 0: its location has no name at all */
};

/* Makes the functions of the stacks' frames, and adds their strings. 0 or -ENOMEM; export_functions_fini is due in any
 * case. */
int export_functions_init(struct export_functions *f, const struct export *x, struct export_strings *strings);
void export_functions_fini(struct export_functions *f);

/* Returns whether something is known of a location but its address. */
static inline bool export_functions_has(const struct export_functions *f, const struct stack_location *l)
{
	return f->by_frame[l->first] != 0;
}

#endif
