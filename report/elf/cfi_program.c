#include "report/elf/cfi_program.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>

/* What is not in elf.h: DWARF 5, table 7.29, and vendors' extensions. */
enum {
	DW_CFA_advance_loc = 0x40, /* the low six bits: how far */
	DW_CFA_offset = 0x80,      /* the low six bits: which register */
	DW_CFA_restore = 0xc0,     /* likewise */
	DW_CFA_operation = 0xc0,   /* the bits of these three */
	DW_CFA_nop = 0x00,
	DW_CFA_set_loc = 0x01,
	DW_CFA_advance_loc1 = 0x02,
	DW_CFA_advance_loc2 = 0x03,
	DW_CFA_advance_loc4 = 0x04,
	DW_CFA_offset_extended = 0x05,
	DW_CFA_restore_extended = 0x06,
	DW_CFA_undefined = 0x07,
	DW_CFA_same_value = 0x08,
	DW_CFA_register = 0x09,
	DW_CFA_remember_state = 0x0a,
	DW_CFA_restore_state = 0x0b,
	DW_CFA_def_cfa = 0x0c,
	DW_CFA_def_cfa_register = 0x0d,
	DW_CFA_def_cfa_offset = 0x0e,
	DW_CFA_def_cfa_expression = 0x0f,
	DW_CFA_expression = 0x10,
	DW_CFA_offset_extended_sf = 0x11,
	DW_CFA_def_cfa_sf = 0x12,
	DW_CFA_def_cfa_offset_sf = 0x13,
	DW_CFA_val_offset = 0x14,
	DW_CFA_val_offset_sf = 0x15,
	DW_CFA_val_expression = 0x16,
	DW_CFA_AARCH64_negate_ra_state_with_pc = 0x2c,
	DW_CFA_AARCH64_negate_ra_state = 0x2d,
	DW_CFA_GNU_args_size = 0x2e,
	DW_CFA_GNU_negative_offset_extended = 0x2f,
};

/* The rules at one point of the instructions. */
struct cfi_state {
	bool has_cfa;
	struct cfi_row cfa; /* its fields that begin with cfa_ and has_expression */
	struct cfi_rule rules[CFI_REGISTERS];
};

struct cfi_machine {
	const struct cfi_section *section;
	const struct cfi_cie *cie;
	struct cfi_state state;
	struct cfi_state initial; /* the state after the CIE's instructions */
	struct cfi_state remembered[CFI_MAX_REMEMBERED];
	unsigned n_remembered;
	uint64_t at, size; /* offset from the function's start; the CIE makes no rows */
	bool in_cie;
	int error;
	/* What is made. */
	struct cfi_row *rows;
	uint32_t n_rows, rows_capacity;
	struct cfi_rule *rules;
	uint32_t n_rules, rules_capacity;
};

static void machine_fail(struct cfi_machine *m, int error)
{
	m->error = m->error ? m->error : error;
}

/* --- rows ---------------------------------------------------------------------------- */

static bool rule_same(const struct cfi_rule *a, const struct cfi_rule *b)
{
	return a->reg == b->reg && a->kind == b->kind && a->size == b->size && a->offset == b->offset;
}

/* Appends the rules of the state, unless those of the row before are the same. */
static int machine_put_rules(struct cfi_machine *m, struct cfi_row *row)
{
	const struct cfi_row *last = m->n_rows ? &m->rows[m->n_rows - 1] : NULL;
	uint32_t from = m->n_rules;
	bool same = last != NULL;

	for (uint8_t reg = 0; reg < CFI_REGISTERS; reg++) {
		const struct cfi_rule *rule = &m->state.rules[reg];
		uint32_t n = m->n_rules - from;

		if (rule->kind == CFI_SAME)
			continue;
		if (!list_reserve(&m->rules, m->n_rules, &m->rules_capacity, sizeof(*m->rules)))
			return -ENOMEM;
		m->rules[m->n_rules++] = *rule;
		same = same && n < last->n_rules && rule_same(&m->rules[last->rules + n], rule);
	}
	row->n_rules = (uint8_t)(m->n_rules - from);
	row->rules = from;
	if (same && last->n_rules == row->n_rules) {
		m->n_rules = from;
		row->rules = last->rules;
	}
	return m->n_rules > CFI_MAX_RULES ? -E2BIG : 0;
}

/* Ends a row here, with the current state, if it is not empty. */
static void machine_put_row(struct cfi_machine *m, uint64_t until)
{
	struct cfi_row row = m->state.cfa;
	int ret;

	if (until <= m->at || m->in_cie)
		return;
	row.start = (uint32_t)m->at;
	if (!m->state.has_cfa) {
		machine_fail(m, -EBADMSG);
		return;
	}
	if (m->n_rows == CFI_MAX_ROWS) {
		machine_fail(m, -E2BIG);
		return;
	}
	if (!list_reserve(&m->rows, m->n_rows, &m->rows_capacity, sizeof(*m->rows))) {
		machine_fail(m, -ENOMEM);
		return;
	}
	ret = machine_put_rules(m, &row);
	if (ret)
		machine_fail(m, ret);
	m->rows[m->n_rows++] = row;
}

/* Rows after the function's end are left out. */
static void machine_advance(struct cfi_machine *m, uint64_t until)
{
	if (until < m->at) {
		machine_fail(m, -EBADMSG);
		return;
	}
	machine_put_row(m, until < m->size ? until : m->size);
	m->at = until;
}

static void machine_set_location(struct cfi_machine *m, uint64_t address, uint64_t start)
{
	if (address < start)
		machine_fail(m, -EBADMSG);
	else
		machine_advance(m, address - start);
}

static void machine_advance_by(struct cfi_machine *m, uint64_t delta)
{
	uint64_t bytes;

	if (__builtin_mul_overflow(delta, m->cie->code_align, &bytes) || bytes > UINT32_MAX)
		bytes = UINT32_MAX;
	machine_advance(m, m->at + bytes);
}

/* --- instructions -------------------------------------------------------------------- */

/* No compiler writes larger offsets. */
static int32_t machine_offset(struct cfi_machine *m, int64_t value)
{
	if (value < INT32_MIN || value > INT32_MAX)
		machine_fail(m, -ENOTSUP);
	return (int32_t)value;
}

static int64_t machine_factored(const struct cfi_machine *m, int64_t value)
{
	int64_t product;

	return __builtin_mul_overflow(value, m->cie->data_align, &product) ? INT64_MAX : product;
}

/* Registers beyond the general ones have no rules. */
static void machine_rule(struct cfi_machine *m, uint64_t reg, enum cfi_rule_kind kind, int64_t offset)
{
	if (reg < CFI_REGISTERS)
		m->state.rules[reg] = (struct cfi_rule){ .reg = (uint8_t)reg,
							 .kind = (uint8_t)kind,
							 .offset = machine_offset(m, offset) };
}

static void machine_restore(struct cfi_machine *m, uint64_t reg)
{
	if (reg < CFI_REGISTERS)
		m->state.rules[reg] = m->initial.rules[reg];
}

/* Stores the offset and size of an expression in the section. */
static void machine_expression(struct cfi_machine *m, struct cursor *c, uint16_t *ret_size, int32_t *ret_offset)
{
	uint64_t size = cfi_uleb128(c);
	uint64_t offset = (uint64_t)(c->pos - m->section->bytes.start);

	if (!cursor_skip(c, size))
		machine_fail(m, -EBADMSG);
	if (size > UINT16_MAX || offset > INT32_MAX)
		machine_fail(m, -ENOTSUP);
	*ret_size = (uint16_t)size;
	*ret_offset = (int32_t)offset;
}

static void machine_rule_expression(struct cfi_machine *m, struct cursor *c, enum cfi_rule_kind kind)
{
	uint64_t reg = cfi_uleb128(c);
	struct cfi_rule rule = { .reg = (uint8_t)reg, .kind = (uint8_t)kind };

	machine_expression(m, c, &rule.size, &rule.offset);
	if (reg < CFI_REGISTERS)
		m->state.rules[reg] = rule;
}

static void machine_cfa_register(struct cfi_machine *m, uint64_t reg)
{
	if (reg >= CFI_REGISTERS)
		machine_fail(m, -ENOTSUP);
	m->state.cfa.has_expression = false;
	m->state.cfa.cfa_source = (uint16_t)reg;
}

static void machine_cfa_offset(struct cfi_machine *m, int64_t offset)
{
	if (m->state.cfa.has_expression)
		machine_fail(m, -EBADMSG);
	m->state.cfa.cfa_offset = machine_offset(m, offset);
}

/* Runs an instruction that defines the CFA. False: it is another one. */
static bool machine_cfa(struct cfi_machine *m, struct cursor *c, uint8_t op)
{
	switch (op) {
	case DW_CFA_def_cfa:
		machine_cfa_register(m, cfi_uleb128(c));
		machine_cfa_offset(m, (int64_t)cfi_uleb128(c));
		break;
	case DW_CFA_def_cfa_sf:
		machine_cfa_register(m, cfi_uleb128(c));
		machine_cfa_offset(m, machine_factored(m, cfi_sleb128(c)));
		break;
	case DW_CFA_def_cfa_register:
		/* The offset of a CFA that was an expression is unknown. */
		if (m->state.cfa.has_expression)
			machine_fail(m, -EBADMSG);
		machine_cfa_register(m, cfi_uleb128(c));
		break;
	case DW_CFA_def_cfa_offset: machine_cfa_offset(m, (int64_t)cfi_uleb128(c)); break;
	case DW_CFA_def_cfa_offset_sf: machine_cfa_offset(m, machine_factored(m, cfi_sleb128(c))); break;
	case DW_CFA_def_cfa_expression:
		m->state.cfa.has_expression = true;
		machine_expression(m, c, &m->state.cfa.cfa_source, &m->state.cfa.cfa_offset);
		break;
	default: return false;
	}
	m->state.has_cfa = true;
	return true;
}

/* Runs an instruction that sets the rule of a register. False: it is another one. */
static bool machine_register(struct cfi_machine *m, struct cursor *c, uint8_t op)
{
	uint64_t reg;

	switch (op) {
	case DW_CFA_offset_extended:
		reg = cfi_uleb128(c);
		machine_rule(m, reg, CFI_OFFSET, machine_factored(m, (int64_t)cfi_uleb128(c)));
		return true;
	case DW_CFA_offset_extended_sf:
		reg = cfi_uleb128(c);
		machine_rule(m, reg, CFI_OFFSET, machine_factored(m, cfi_sleb128(c)));
		return true;
	case DW_CFA_GNU_negative_offset_extended:
		reg = cfi_uleb128(c);
		machine_rule(m, reg, CFI_OFFSET, machine_factored(m, -(int64_t)(cfi_uleb128(c) & INT64_MAX)));
		return true;
	case DW_CFA_val_offset:
		reg = cfi_uleb128(c);
		machine_rule(m, reg, CFI_VALUE_OFFSET, machine_factored(m, (int64_t)cfi_uleb128(c)));
		return true;
	case DW_CFA_val_offset_sf:
		reg = cfi_uleb128(c);
		machine_rule(m, reg, CFI_VALUE_OFFSET, machine_factored(m, cfi_sleb128(c)));
		return true;
	case DW_CFA_register:
		reg = cfi_uleb128(c);
		machine_rule(m, reg, CFI_REGISTER, (int64_t)cfi_uleb128(c));
		return true;
	case DW_CFA_undefined: machine_rule(m, cfi_uleb128(c), CFI_UNDEFINED, 0); return true;
	case DW_CFA_same_value: machine_rule(m, cfi_uleb128(c), CFI_SAME, 0); return true;
	case DW_CFA_restore_extended: machine_restore(m, cfi_uleb128(c)); return true;
	case DW_CFA_expression: machine_rule_expression(m, c, CFI_EXPRESSION); return true;
	case DW_CFA_val_expression: machine_rule_expression(m, c, CFI_VALUE_EXPRESSION); return true;
	default: return false;
	}
}

static void machine_remember(struct cfi_machine *m)
{
	if (m->n_remembered == CFI_MAX_REMEMBERED)
		machine_fail(m, -E2BIG);
	else
		m->remembered[m->n_remembered++] = m->state;
}

static void machine_restore_state(struct cfi_machine *m)
{
	if (m->n_remembered)
		m->state = m->remembered[--m->n_remembered];
	else
		machine_fail(m, -EBADMSG);
}

/* All others. */
static void machine_other(struct cfi_machine *m, struct cursor *c, uint8_t op, uint64_t start)
{
	switch (op) {
	case DW_CFA_nop:
	/* Return addresses are always stripped of their signature, so the state is ignored. */
	case DW_CFA_AARCH64_negate_ra_state:
	case DW_CFA_AARCH64_negate_ra_state_with_pc: break;
	case DW_CFA_GNU_args_size: cfi_uleb128(c); break;
	case DW_CFA_set_loc: machine_set_location(m, cfi_pointer(m->section, c, m->cie->encoding), start); break;
	case DW_CFA_advance_loc1: machine_advance_by(m, cursor_u8(c)); break;
	case DW_CFA_advance_loc2: machine_advance_by(m, cursor_u16(c)); break;
	case DW_CFA_advance_loc4: machine_advance_by(m, cursor_u32(c)); break;
	case DW_CFA_remember_state: machine_remember(m); break;
	case DW_CFA_restore_state: machine_restore_state(m); break;
	default: machine_fail(m, -ENOTSUP);
	}
}

/* start: the function's, for instructions with an address. */
static void machine_run(struct cfi_machine *m, struct cursor c, uint64_t start)
{
	while (!m->error && cursor_left(&c) && m->at < m->size) {
		uint8_t op = cursor_u8(&c);
		uint8_t low = op & 0x3f;

		switch (op & DW_CFA_operation) {
		case DW_CFA_advance_loc: machine_advance_by(m, low); break;
		case DW_CFA_offset:
			machine_rule(m, low, CFI_OFFSET, machine_factored(m, (int64_t)cfi_uleb128(&c)));
			break;
		case DW_CFA_restore: machine_restore(m, low); break;
		default:
			if (!machine_cfa(m, &c, op) && !machine_register(m, &c, op))
				machine_other(m, &c, op, start);
		}
		if (!cursor_ok(&c))
			machine_fail(m, -EBADMSG);
	}
}

/* --- a function ---------------------------------------------------------------------- */

/* Whether a function saves the registers that results are in, 0 and 1 on all machines here: only what GCC calls
 * __builtin_eh_return(), and the frame of a signal, do that. */
static bool machine_saves_results(const struct cfi_machine *m)
{
	unsigned saved = 0;

	for (uint32_t i = 0; i < m->n_rules; i++)
		if (m->rules[i].kind == CFI_OFFSET && m->rules[i].reg < 2)
			saved |= 1u << m->rules[i].reg;
	return saved == 3;
}

static int machine_pack(const struct cfi_machine *m, const struct cfi_fde *fde, struct cfi_function **ret_function)
{
	size_t rows = m->n_rows * sizeof(*m->rows), rules = m->n_rules * sizeof(*m->rules);
	struct cfi_function *f = malloc(sizeof(*f) + rows + rules);
	uint8_t *at;

	if (!f)
		return -ENOMEM;
	*f = (struct cfi_function){ .start = fde->start,
				    .end = fde->start + fde->size,
				    .section = m->section,
				    .size = (uint32_t)(sizeof(*f) + rows + rules),
				    .n_rows = m->n_rows,
				    .return_register = (uint8_t)m->cie->return_register,
				    .is_signal = m->cie->is_signal,
				    .is_unwinder = !m->cie->is_signal && machine_saves_results(m) };
	memcpy(f->rows, m->rows, rows);
	at = (uint8_t *)f->rows + rows;
	if (rules)
		memcpy(at, m->rules, rules);
	f->rules = (const struct cfi_rule *)at;
	*ret_function = f;
	return 0;
}

int cfi_function_make(struct cfi_function **ret_function, const struct cfi_section *section, const struct cfi_cie *cie,
		      const struct cfi_fde *fde)
{
	struct cfi_machine m = { .section = section, .cie = cie, .size = fde->size, .in_cie = true };
	int ret;

	if (cie->return_register >= CFI_REGISTERS || fde->size > UINT32_MAX)
		return -ENOTSUP;
	machine_run(&m, cie->program, fde->start);
	m.in_cie = false;
	m.at = 0;
	m.initial = m.state;
	if (!m.error)
		machine_run(&m, fde->program, fde->start);
	if (!m.error)
		machine_put_row(&m, m.size);
	ret = m.error ? m.error : machine_pack(&m, fde, ret_function);
	free(m.rows);
	free(m.rules);
	return ret;
}
