/*
 * type_answer: what the instructions of a function access, in the form in which a worker reports it.
 *
 *	accesses   at 0x10  found, struct node + 0x28
 *	           at 0x14  found, struct node + 0x10
 *	           at 0x1f  no memory
 *	types      struct node, 0x78 bytes: members next, in {a, b, c} ...
 *
 * A process that reads hostile files writes it (report/types/types_worker.h), so it is untrusted: type_answer_decode
 * checks every index, offset and string.
 */
#ifndef PREC_REPORT_TYPES_TYPE_ANSWER_H
#define PREC_REPORT_TYPES_TYPE_ANSWER_H

#include "common/buffer.h"

#include <stdbool.h>

/* What is known of an access, and why it is not more. */
enum type_reason {
	TYPE_FOUND,
	TYPE_STACK,          /* push, pop, call, ret */
	TYPE_CANARY,         /* the value that guards return addresses */
	TYPE_NO_SYMBOL,      /* no function is known at the address */
	TYPE_NO_DEBUG,       /* the file has no debug information, or none of the function */
	TYPE_NO_INSTRUCTION, /* its bytes are not here, or not known; or no instruction begins at the address */
	TYPE_NO_MEMORY,      /* the instruction accesses none */
	TYPE_NO_VARIABLE,    /* nothing is known of the registers or the address */
	TYPE_NO_POINTER,     /* the register has a variable, which points to nothing that has a size */
	TYPE_BAD_OFFSET,     /* it is outside of the type */
	TYPE_REASONS,
};

/* One instruction. */
struct type_access {
	uint32_t at;     /* bytes from the start of the code; ascending */
	uint8_t reason;  /* enum type_reason */
	bool is_tracked; /* found by the instructions before it, not by a variable in the register */
	uint32_t type;   /* with TYPE_FOUND: number in types */
	uint64_t offset; /* likewise: in the type, less than its size */
};

/* A member of a type, or of a member before it that is one level up. */
struct type_field {
	uint32_t name, type_name; /* offsets in strings; name: 0 for none */
	uint32_t depth;           /* 1: a member of the type */
	uint64_t offset, size;    /* from the type's beginning; it lies within the type */
};

struct type_layout {
	uint32_t name; /* offset in strings */
	uint32_t first_field, n_fields;
	uint64_t size; /* bytes, at least 1 */
};

/* Limits of an answer. */
#define TYPE_FIELDS_MAX (1u << 17)
#define TYPE_DEPTH_MAX  16u
#define TYPE_SIZE_MAX   (1ull << 40)

struct type_answer {
	uint32_t n_accesses, n_types, n_fields, strings_size;
	struct type_access *accesses;
	struct type_layout *types;
	struct type_field *fields; /* those of a type in the order of the file: after each its own */
	const char *strings;       /* the first is "", the last ends with a NUL */
};

/* Appends the answer. */
void type_answer_encode(const struct type_answer *a, struct buffer *b);

/*
 * Decodes and checks an answer, in one block of memory that the caller frees. code_size: bytes of the code it is about.
 * 0; -EBADMSG: damaged, -ENOMEM.
 */
int type_answer_decode(struct type_answer **ret_answer, const void *data, size_t size, uint64_t code_size);

/* Return the access of the instruction that begins at an offset of the code, or ends there; NULL: none does. */
const struct type_access *type_answer_at(const struct type_answer *a, uint64_t at);
const struct type_access *type_answer_before(const struct type_answer *a, uint64_t at);

#endif
