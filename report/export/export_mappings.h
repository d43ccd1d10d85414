/*
 * export_mappings: where the files of a profile lie in memory, each once, for formats that have one memory for all.
 *
 * No two files of programs overlap, since readers look for the function of an address in all files. Those that are here
 * have the addresses that disassemblers show, the main program first, as far as these are free; others are where a
 * process mapped them first, or moved. So tools find code in the files by the start, the offset and the address, as
 * they do with the mappings of a process. The kernel is where it was.
 */
#ifndef PREC_REPORT_EXPORT_EXPORT_MAPPINGS_H
#define PREC_REPORT_EXPORT_EXPORT_MAPPINGS_H

#include "report/export/stack_samples.h"

struct export_mapping {
	uint32_t dso;             /* number in the timeline's dsos */
	uint64_t start, limit;    /* addresses; start < limit */
	uint64_t offset;          /* of start, as that of locations */
	uint64_t lowest, highest; /* offsets of the locations in it */
	uint64_t weight;          /* samples of stacks that pass through it */
	bool is_linked;           /* its addresses are those in the file */
	/* Some location has these. */
	bool has_functions, has_files, has_lines, has_inlines;
};

struct export_mappings {
	struct export_mapping *list; /* the main program first, if there is one, then as stacks first use them */
	uint32_t n;
	uint32_t *by_dso; /* number in the list by that of the dso; EXPORT_NONE: it has no location */
};

/* Makes the mappings of the stacks' locations. 0 or -ENOMEM; export_mappings_fini is due in any case. */
int export_mappings_init(struct export_mappings *m, const struct export *x, const struct stack_samples *samples);
void export_mappings_fini(struct export_mappings *m);

/* Sets where each mapping is: a step of export_mappings_init, when the main program is the first. 0 or -ENOMEM. */
int export_mappings_place(struct export_mappings *m, const struct export *x);

/* Returns the mapping of a location; NULL: it is in none. */
static inline const struct export_mapping *export_mapping_of(const struct export_mappings *m,
							     const struct stack_location *l)
{
	return l->dso == DSO_NONE ? NULL : &m->list[m->by_dso[l->dso]];
}

/* Returns the address of a location in its mapping. */
static inline uint64_t export_mapping_address(const struct export_mapping *m, const struct stack_location *l)
{
	return m ? m->start - m->offset + l->offset : l->offset;
}

/* Returns the offset of a mapping's start in its file. */
uint64_t export_mapping_offset(const struct export *x, const struct export_mapping *m);

/* Returns the file of a mapping, by which tools open it: a string id. */
uint32_t export_mapping_file(const struct export *x, const struct export_mapping *m);

#endif
