/*
 * variables: where the variables of a piece of code are, by address, and the global variables of a file.
 *
 *	struct node *n		from 1260 to 127a	in rax
 *	struct inner in		in all of the function	32 bytes below the frame's address (CFA)
 *	struct list all		at 4280
 *
 * A variable may be in several places, a part of it in each. Those whose place is computed are left out.
 *
 * Runs in a worker only (report/source/source_server.h). Source: DWARF 5, 2.6 and 3.3; registers have its numbers.
 */
#ifndef PREC_REPORT_TYPES_VARIABLES_H
#define PREC_REPORT_TYPES_VARIABLES_H

#include "report/source/source_dwarf.h"
#include "report/types/type_table.h"

enum place_kind {
	PLACE_VALUE,  /* the variable, or part of it, is reg + offset */
	PLACE_MEMORY, /* it is in memory, at reg + offset */
	PLACE_FRAME,  /* it is in memory, at the frame's address + offset */
};

struct place {
	uint64_t low, high; /* the code for which this is so */
	uint8_t kind;       /* enum place_kind */
	uint8_t reg;
	uint16_t depth; /* of the scope: the innermost is the largest */
	uint32_t type;  /* of the variable */
	int64_t offset;
	uint64_t part, size; /* which bytes of it these are: from, and how many */
};

/* Limit of the places of one piece of code. */
#define PLACES_MAX 16384u

struct places {
	struct place *list; /* by low */
	uint32_t n, capacity;
	bool failed; /* for lack of memory */
};

/* A variable at an address; its type becomes a number when it is asked for. */
struct global {
	uint64_t address;
	Dwarf_Die die;
};

struct variables {
	struct source_dwarf *dwarf; /* borrowed */
	struct type_table types;
	struct global *globals; /* by address */
	uint32_t n_globals, globals_capacity;
	bool has_globals; /* they were looked for */
	bool failed;      /* for lack of memory */
};

void variables_fini(struct variables *v);

/* Finds the places of the variables of all functions that have code from low to high. Free them by places_fini. */
void variables_find(struct variables *v, struct source_unit *unit, uint64_t low, uint64_t high,
		    struct places *ret_places);
void places_fini(struct places *p);

/*
 * Returns the type of the variable at an address, and *ret_offset, where in it that is; TYPE_NONE: there is none. The
 * first call reads the variables of all units.
 */
uint32_t variables_global(struct variables *v, uint64_t address, uint64_t *ret_offset);

#endif
