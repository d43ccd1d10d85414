/*
 * flow_object: which object is at an address that instructions make of registers: by the variables that are there, and
 * by what is known of the registers' values (report/types/type_flow.h).
 *
 * Of several the largest is taken, a structure instead of its first member; of two of one size a structure, or that of
 * the inner scope.
 */
#ifndef PREC_REPORT_TYPES_FLOW_OBJECT_H
#define PREC_REPORT_TYPES_FLOW_OBJECT_H

#include "report/types/flow_state.h"
#include "report/types/operand.h"
#include "report/types/type_answer.h"
#include "report/types/variables.h"

struct flow_object {
	uint8_t reason;  /* enum type_reason: FOUND, CANARY, NO_VARIABLE, NO_POINTER, BAD_OFFSET */
	bool is_tracked; /* by a register's value, not by a variable */
	uint32_t type;
	uint64_t offset;
};

/* Where an instruction is: its address, and what was known before it. */
struct flow_place {
	struct variables *v;
	const struct places *places;
	uint64_t pc;
	const struct flow_state *state;
};

/* Finds the object of an operand in memory. */
struct flow_object flow_object_of(const struct flow_place *p, const struct operand *o);

/* Returns what a register has: a variable of a pointer's type, or what the state says. */
struct flow_value flow_register(const struct flow_place *p, unsigned reg);

/* Returns what a pointer to the variable at an address is. */
struct flow_value flow_global(struct variables *v, uint64_t address);

/* Returns what the pointer that lies at an offset of a type is; FLOW_UNKNOWN: none does. */
struct flow_value flow_pointer_at(struct variables *v, uint32_t type, uint64_t offset);

/* Returns a value that is moved by a number. */
struct flow_value flow_moved(struct variables *v, struct flow_value value, int64_t by);

#endif
