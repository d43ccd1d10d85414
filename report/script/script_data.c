#include "report/script/script_line.h"

#include "common/text.h"
#include "report/script/mem_data.h"
#include "report/script/script_branches.h"
#include "report/tracepoint/trace_fields.h"

#include <ctype.h>
#include <errno.h>

#define BPF_BYTES_IN_LINE 8

void script_line_addr(struct script_line *l)
{
	uint64_t addr = line_u64(l->r, l->own->event->layout.addr, 0);
	unsigned mode = script_names_mode(l->mode, addr);
	struct buffer *out = &l->w->out;

	text_put_hex(out, addr, 16);
	if (!l->e->addr_has_name)
		return;
	if (l->e->style.sym) {
		text_put(out, " ");
		script_names_put_symbol(&l->w->names, &l->at, mode, addr, l->e->style.symoff, out);
	}
	if (l->e->style.dso)
		script_names_put_dso(&l->w->names, &l->at, mode, addr, l->e->style.dsoff, out);
}

static void line_data_src(struct script_line *l, uint64_t data_src)
{
	struct buffer *out = &l->w->out;
	size_t from = out->size;

	text_put_hex(out, data_src, 16);
	text_put(out, " ");
	mem_data_put(out, data_src);
	if (out->size - from > l->w->data_src_width)
		l->w->data_src_width = out->size - from;
	text_printf(out, "%*s", (int)(l->w->data_src_width - (out->size - from)), "");
}

void script_line_raw(struct script_line *l)
{
	const struct record *r = l->r;
	uint32_t at = l->own->event->layout.fixed_end, size = UINT32_MAX;
	struct error err = ERROR_INIT;

	if (r->size - at >= sizeof(size))
		size = load_u32_order(r->data + at, r->swap);
	at += sizeof(size);
	if (at <= r->size && size <= r->size - at) {
		if (l->w->script->trace)
			trace_fields_put(l->w->script->trace, r->data + at, size, l->head.cpu, &l->w->out);
	} else if (!l->w->n_bad++) {
		error_at(&err, -EBADMSG, r->offset, r->type, "a sample of %u bytes ends within its field raw", r->size);
		l->w->first_bad = err;
	}
}

void script_line_before_code(struct script_line *l, const struct sample *s)
{
	uint64_t fields = l->e->fields;
	struct buffer *out = &l->w->out;

	if (fields & SCRIPT_BIT(TRACE) && s->type & PERF_SAMPLE_RAW && l->w->script->trace)
		trace_fields_put(l->w->script->trace, s->raw.data, s->raw.size, s->cpu, out);
	if (fields & SCRIPT_BIT(ADDR))
		script_line_addr(l);
	if (fields & SCRIPT_BIT(DATA_SRC))
		line_data_src(l, s->data_src);
	if (fields & SCRIPT_BIT(WEIGHT))
		text_put_u64(out, s->type & PERF_SAMPLE_WEIGHT_STRUCT ? SAMPLE_WEIGHT_VAR1(s->weight) : s->weight, 16);
	if (fields & SCRIPT_BIT(INS_LAT))
		text_put_u64(out, SAMPLE_WEIGHT_VAR2(s->weight), 16);
	if (fields & SCRIPT_BIT(RETIRE_LAT))
		text_put_u64(out, SAMPLE_WEIGHT_VAR3(s->weight), 16);
}

static void line_regs(struct script_line *l, const struct sample_regs *regs)
{
	struct buffer *out = &l->w->out;
	uint32_t i = 0;

	if (!regs->values.n)
		return;
	text_put(out, " ABI:");
	text_put_u64(out, regs->abi, 0);
	text_put(out, " ");
	for (unsigned number = 0; number < 64 && i < regs->values.n; number++) {
		const char *name = regs_name(l->w->script->arch, number);

		if (regs->mask >> number & 1)
			text_printf(out, "%5s:0x%llx ", name ? name : "unknown",
				    (unsigned long long)sample_word(&regs->values, i++));
	}
}

/* Rows of hexadecimal and text, and the string if it is one. */
static void line_bpf_output(struct script_line *l, const struct sample_bytes *raw)
{
	struct buffer *out = &l->w->out;
	const uint8_t *nul = memchr(raw->data, 0, raw->size);
	bool string = nul != NULL;

	text_put(out, "\n");
	for (uint64_t at = 0; at < raw->size; at += BPF_BYTES_IN_LINE) {
		uint64_t n = raw->size - at < BPF_BYTES_IN_LINE ? raw->size - at : BPF_BYTES_IN_LINE;

		text_printf(out, "%17s %04x:", at ? "" : "BPF output:", (unsigned)at);
		for (uint64_t i = 0; i < n; i++)
			text_printf(out, " %02x", raw->data[at + i]);
		text_printf(out, "%*s  ", (int)(3 * (BPF_BYTES_IN_LINE - n)), "");
		for (uint64_t i = 0; i < n; i++)
			text_printf(out, "%c", isprint(raw->data[at + i]) ? raw->data[at + i] : '.');
		text_printf(out, "%*s\n", (int)(BPF_BYTES_IN_LINE - n), "");
	}
	for (const uint8_t *p = raw->data; string && p < raw->data + raw->size; p++)
		string = p < nul ? isprint(*p) != 0 : !*p;
	if (string)
		text_printf(out, "%17s \"%s\"\n", "BPF string:", (const char *)raw->data);
}

/* As Linux perf writes sizes: in the largest unit that leaves no rest. */
static void line_page_size(struct script_line *l, uint64_t size)
{
	static const char units[] = "BKMGT";
	size_t unit = 0;

	for (; size && !(size & 1023) && unit < sizeof(units) - 2; unit++)
		size >>= 10;
	if (size)
		text_printf(&l->w->out, " %llu%c", (unsigned long long)size, units[unit]);
	else
		text_put(&l->w->out, " N/A");
}

void script_line_behind_code(struct script_line *l, const struct sample *s)
{
	uint64_t fields = l->e->fields;

	if (fields & SCRIPT_BIT(IREGS))
		line_regs(l, &s->regs_intr);
	if (fields & SCRIPT_BIT(UREGS))
		line_regs(l, &s->regs_user);
	if (fields & SCRIPT_BIT(BRSTACK))
		script_put_branches(l->w, l->e, &l->at, l->mode, &s->branches);
	else if (fields & SCRIPT_BIT(BRSTACKSYM))
		script_put_branch_symbols(l->w, l->e, &l->at, l->mode, &s->branches);
	if (l->e->bpf_output && fields & SCRIPT_BIT(BPF_OUTPUT) && s->raw.size)
		line_bpf_output(l, &s->raw);
	if (fields & SCRIPT_BIT(PHYS_ADDR))
		text_put_hex(&l->w->out, s->phys_addr, 16);
	if (fields & SCRIPT_BIT(DATA_PAGE_SIZE))
		line_page_size(l, s->data_page_size);
	if (fields & SCRIPT_BIT(CODE_PAGE_SIZE))
		line_page_size(l, s->code_page_size);
}
