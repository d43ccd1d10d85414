/*
 * firefox_tables: what all threads of a profile of the Firefox Profiler share: libraries, and in `shared` the tables of
 * strings, stacks, frames, functions, resources, native symbols and sources.
 *
 *	stack of the export -> nodes of stackTable, one for each function of its location, the innermost last
 *	frame of a location -> row of frameTable, of the same number
 *	function, in a dso  -> row of funcTable
 */
#ifndef PREC_REPORT_EXPORT_FIREFOX_TABLES_H
#define PREC_REPORT_EXPORT_FIREFOX_TABLES_H

#include "common/json.h"
#include "report/export/export.h"

/* meta.categories, in their order there; the first four are enum stack_code. */
enum firefox_category {
	FIREFOX_USER,
	FIREFOX_KERNEL,
	FIREFOX_JIT,
	FIREFOX_OTHER,
	FIREFOX_N_CATEGORIES,
};

struct firefox_numbers {
	uint32_t *list; /* numbers of frames, locations ... by the number of what is made of them */
	uint32_t n, capacity;
	struct hash_table table;
};

struct firefox_tables {
	struct export *export; /* borrowed */
	struct strtab strings;
	struct buffer text;               /* of firefox_plain */
	struct buffer value;              /* of who puts a name that is in parts */
	uint32_t *nodes;                  /* by stack: the node of its innermost function */
	uint32_t *libs;                   /* by dso: its library; FIREFOX_NONE: none */
	struct firefox_numbers functions; /* the frame of each */
	struct firefox_numbers natives;   /* the location of each */
	struct firefox_numbers sources;   /* the string id of each file, of the profile's strings */
	struct firefox_numbers lib_dsos;  /* the dso of each library */
	uint32_t *function_of;            /* by frame */
	uint32_t *native_of;              /* by location; FIREFOX_NONE: none */
	uint32_t *location_of;            /* by frame */
};

#define FIREFOX_NONE UINT32_MAX

/* Makes the tables of all stacks there are; nothing may be added to them later. 0 or -ENOMEM; _fini in any case. */
int firefox_tables_init(struct firefox_tables *t, struct export *x);
void firefox_tables_fini(struct firefox_tables *t);

/* Returns the index of a name in stringArray, added if it is new; STRTAB_NONE without memory. */
uint32_t firefox_string(struct firefox_tables *t, const char *name);

/* Returns the row of a source file, a string id of the profile's; FIREFOX_NONE: 0, which is none. */
uint32_t firefox_source(const struct firefox_tables *t, uint32_t file);

/* Returns a name as plain_name has it, valid until the next call; "" without memory. */
const char *firefox_plain(struct firefox_tables *t, const char *name);

/* Puts a name as a string. */
void firefox_put_name(struct firefox_tables *t, struct json *j, const char *name);

/* Puts the members "libs" and "shared". 0 or -ENOMEM. */
int firefox_put_libs(struct firefox_tables *t, struct json *j);
int firefox_put_shared(struct firefox_tables *t, struct json *j);

#endif
