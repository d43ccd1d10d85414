/*
 * type_flow: what each instruction of a piece of code accesses, by the variables in its registers, and by what the
 * instructions before it left there.
 *
 *	mov (%rdi),%rax		rdi has a variable, struct list *: reads its head, so that rax has a struct node *
 *	mov 0x10(%rax),%rdx	reads struct node + 0x10
 *	lea 0x2ddb(%rip),%rax	rax has the address of a global variable
 *
 * Values go along all ways through the code, and what differs where ways meet is unknown; so is what calls may change.
 * A pointer that is moved by whole objects points to the next one of an array.
 *
 * Runs in a worker only (report/source/source_server.h). Source: System V ABI for x86_64, 3.2.
 */
#ifndef PREC_REPORT_TYPES_TYPE_FLOW_H
#define PREC_REPORT_TYPES_TYPE_FLOW_H

#include "report/types/type_answer.h"
#include "report/types/variables.h"

struct type_flow_code {
	const uint8_t *bytes;
	uint32_t size;
	uint64_t address; /* as the debug information has it */
};

/*
 * Finds the accesses, whose types are numbers of v->types: an array of *ret_n that the caller frees. unit: the one that
 * has the code; NULL: none. NULL without memory.
 */
struct type_access *type_flow_run(struct variables *v, struct source_unit *unit, const struct type_flow_code *code,
				  uint32_t *ret_n);

#endif
