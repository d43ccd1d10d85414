/*
 * cfi_program: the call frame instructions of one function as rows.
 *
 *	address		CFA		saved
 *	+0		rsp + 8		rip at CFA - 8
 *	+1		rsp + 16	rip at CFA - 8, rbp at CFA - 16
 *	+4		rbp + 16	rip at CFA - 8, rbp at CFA - 16
 *
 * The CFA is the address of the frame, on x86_64 the stack pointer before the call. Registers are those of the DWARF
 * numbering of the machine (psABI of x86-64, figure 3.36; AADWARF64, 4.1), the general ones only: floating point and
 * vectors are no part of unwinding.
 *
 * Source: DWARF 5, 6.4.2; its extensions in LSB Core 5.0, 10.5; AADWARF64, 4.4.
 */
#ifndef PREC_REPORT_ELF_CFI_PROGRAM_H
#define PREC_REPORT_ELF_CFI_PROGRAM_H

#include "common/sorting.h"
#include "report/elf/cfi_section.h"

/* x86_64: 16 and the return address; arm64: x0 to x30, sp, pc. */
#define CFI_REGISTERS 33u

/* Limits of one function. The longest that compilers write have some thousands of rows. */
#define CFI_MAX_ROWS  65536u
#define CFI_MAX_RULES 65536u

/* Depth of DW_CFA_remember_state; compilers use one. */
#define CFI_MAX_REMEMBERED 16u

enum cfi_rule_kind {
	CFI_SAME = 0,     /* the register has the caller's value; so has a register without a rule */
	CFI_UNDEFINED,    /* its value is lost; the return address: there is no caller */
	CFI_OFFSET,       /* saved at CFA + offset */
	CFI_VALUE_OFFSET, /* is CFA + offset */
	CFI_REGISTER,     /* is in the register of the number `offset` */
	CFI_EXPRESSION,   /* saved at the address that an expression yields: `size` bytes at `offset` of the section */
	CFI_VALUE_EXPRESSION, /* is what such an expression yields */
};

struct cfi_rule {
	uint8_t reg;  /* the register */
	uint8_t kind; /* enum cfi_rule_kind */
	uint16_t size;
	int32_t offset;
};

/* The CFA is a register plus an offset, or what an expression yields. */
struct cfi_row {
	uint32_t start; /* counted from the function's first byte; ends at the next row's start */
	uint32_t rules; /* the number of its first rule */
	uint8_t n_rules;
	uint8_t has_expression;
	uint16_t cfa_source; /* the register, or the size of the expression */
	int32_t cfa_offset;  /* or the expression's offset in the section */
};

/* A function. It does not change once it is made. */
struct cfi_function {
	uint64_t start, end;
	const struct cfi_section *section; /* of expressions, borrowed */
	const struct cfi_rule *rules;
	uint32_t size; /* bytes of memory it takes */
	uint32_t n_rows;
	uint8_t return_register;
	bool is_signal;   /* as in struct cfi_cie */
	bool is_unwinder; /* it goes on in another function with other registers, by __builtin_eh_return */
	struct cfi_row rows[];
};

/*
 * Runs the instructions of the CIE and then those of the FDE. The caller frees *ret_function with free(). -EBADMSG:
 * damaged; -ENOTSUP: unknown instructions or registers; -E2BIG: over a limit above; -ENOMEM.
 */
int cfi_function_make(struct cfi_function **ret_function, const struct cfi_section *section, const struct cfi_cie *cie,
		      const struct cfi_fde *fde);

/* Returns the row of an address within the function. */
static inline const struct cfi_row *cfi_function_row(const struct cfi_function *f, uint64_t address)
{
	uint32_t at = (uint32_t)(address - f->start);

	return &f->rows[BISECT(1, f->n_rows, i, f->rows[i].start <= at) - 1];
}

#endif
