/*
 * data_types: which member of which structure the instruction at an address accesses.
 *
 *	data_types_at ---> functions in memory ---> the code, sent to a worker (report/source/source.h) ---> its answer
 *
 * A function is asked about once, for all its instructions. Code of x86_64 only. What workers say is untrusted
 * (report/types/type_answer.h): a hostile one can at worst name a wrong member.
 *
 * One thread at a time.
 */
#ifndef PREC_REPORT_TYPES_DATA_TYPES_H
#define PREC_REPORT_TYPES_DATA_TYPES_H

#include "formats/record/abi.h"
#include "report/symbols/dso_symbols.h"
#include "report/types/type_answer.h"

/* A member; depth 1: of the type itself, else of the last one before it that is one level up. */
struct data_field {
	const char *name; /* "": it has none */
	const char *type_name;
	uint32_t depth;
	uint64_t offset, size; /* from the type's beginning */
};

struct data_type {
	const char *name;
	uint64_t size;
	uint32_t n_fields;
	const struct data_field *fields;
};

struct data_access {
	enum type_reason reason;
	bool is_tracked;              /* found by the instructions before it, not by a variable in the register */
	const struct data_type *type; /* with TYPE_FOUND, else NULL; one for all files that have the same */
	uint64_t offset;              /* in the type */
};

struct data_types;

/* NULL without memory. */
struct data_types *data_types_new(void);
void data_types_free(struct data_types *t);

/*
 * Returns what the instruction at addr accesses, or the one before it: an address as dso_symbols_lookup takes it.
 * function: the one that holds it; NULL: none does. symbols may be NULL. Types are valid until data_types_free.
 */
struct data_access data_types_at(struct data_types *t, struct dso_symbols *symbols, const struct symbol_name *function,
				 uint64_t addr, bool is_before);

/*
 * True if samples of an event lie at the instruction after the one that they are of: a breakpoint of data is a trap of
 * the processor, which comes when the access is done (Intel SDM, volume 3, 18.2.4).
 */
bool data_types_lie_after(const struct event_attr *attr);

/* The name of what was accessed: of the type, or "(stack operation)", "(stack canary)", "(unknown)". */
const char *data_access_name(const struct data_access *a);

/*
 * Writes the member that holds the offset, as Linux perf does: "in.b", or "no field". Members without a name are left
 * out of it. Cut at size.
 */
void data_access_member(const struct data_access *a, char *text, size_t size);

#endif
