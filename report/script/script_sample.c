#include "report/script/script_sample.h"

#include "common/escaped.h"
#include "common/text.h"
#include "common/word_list.h"
#include "formats/record/sample_decode.h"
#include "report/rows/mem_data.h"
#include "report/script/script_access.h"
#include "report/script/script_branches.h"
#include "report/tracepoint/trace_fields.h"
#include "report/unwind/branch_chain.h"
#include "report/unwind/deferred_chains.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define FLAGS_WIDTH       21
#define BPF_BYTES_IN_LINE 8

/* A sample whose text is being made. */
struct script_line {
	struct script_worker *w;
	const struct script_event *e;   /* the event it is shown as */
	const struct script_event *own; /* the event it is a sample of: the layout of its fields */
	const struct read_share *share; /* has the period to show; NULL: the sample's own */
	const struct record *r;
	struct script_head head;
	struct script_snapshot at;
	uint64_t ip;
	unsigned mode;
};

/* Loads a field at an offset from struct event_layout. none: the result if the sample does not have the field. */
static uint32_t line_u32(const struct record *r, uint16_t offset, uint32_t none)
{
	return offset ? load_u32_order(r->data + offset, r->swap) : none;
}

static uint64_t line_u64(const struct record *r, uint16_t offset, uint64_t none)
{
	return offset ? load_u64_order(r->data + offset, r->swap) : none;
}

static bool line_begin(struct script_line *l, uint64_t time)
{
	const struct event_layout *layout = &l->own->event->layout;
	const struct script_filter *filter = &l->w->script->filter;
	const struct record *r = l->r;
	struct script_head *h = &l->head;
	uint32_t event = (uint32_t)(l->e - l->w->script->events);

	if (!event_switch_is_used(&filter->choice->switches) && !sample_choice_has_event(filter->choice, event))
		return false;
	h->type = r->type;
	h->misc = r->misc;
	h->pid = line_u32(r, layout->tid, -1u);
	h->tid = layout->tid ? load_u32_order(r->data + layout->tid + 4, r->swap) : -1u;
	h->cpu = line_u32(r, layout->cpu, -1u);
	h->time = line_u64(r, layout->time, 0);
	l->ip = line_u64(r, layout->ip, 0);
	l->mode = r->misc & RECORD_MISC_CPUMODE_MASK;
	if (!time_ranges_has(&filter->choice->times, h->time))
		return false;
	if (filter->cpus && h->cpu != -1u && !cpulist_has(filter->cpus, (int)h->cpu))
		return false;
	/* Linux perf script shows no samples of guests either, unless options name their files. */
	if (l->mode == RECORD_MISC_GUEST_KERNEL || l->mode == RECORD_MISC_GUEST_USER)
		return false;
	if ((filter->pids && !word_list_has_number(filter->pids, h->pid)) ||
	    (filter->tids && !word_list_has_number(filter->tids, h->tid)))
		return false;
	h->comm = script_comm(l->w, h->tid, time, &h->comm_size);
	if ((filter->comms && !word_list_has(filter->comms, h->comm)) ||
	    (filter->only_comm && strcmp(filter->only_comm, h->comm) != 0))
		return false;
	script_snapshot(l->w, h->pid, time, &l->at);
	if ((filter->code.dsos || filter->code.symbols || filter->code.only_dso || filter->code.only_symbol) &&
	    !script_names_match(&l->w->names, &l->at, l->mode, l->ip, &filter->code))
		return false;
	/* As in Linux perf, only samples that all other options select switch on and off. */
	return !event_switch_is_used(&filter->choice->switches) ||
	       (event_switch_next(&filter->choice->switches, &l->w->is_on, event) &&
		sample_choice_has_event(filter->choice, event));
}

static uint64_t line_period(const struct script_line *l)
{
	const struct file_event *event = l->own->event;

	return l->share ? l->share->period : line_u64(l->r, event->layout.period, event->attr.sample_period);
}

static void line_event(struct script_line *l)
{
	struct buffer *out = &l->w->out;
	char *p = (char *)buffer_reserve(out, l->e->name_size + 64);

	if (!p)
		return;
	if (l->e->fields & SCRIPT_BIT(PERIOD)) {
		p = text_u64(p, line_period(l), 10, ' ');
		*p++ = ' ';
	}
	if (l->e->fields & SCRIPT_BIT(EVENT))
		p = text_bytes(p, l->e->name, l->e->name_size);
	/* Flags tell the kind of a branch: only hardware traces have them. */
	if (l->w->script->shows_flags)
		p = text_spaces(p, FLAGS_WIDTH + 3);
	out->size = (size_t)(p - (char *)out->data);
}

/* --- code -------------------------------------------------------------------------- */

/*
 * Completes the callchain of a sample, with the user part from a deferred record, the branch stack or a copied stack,
 * and cuts it. 0 or -ENOMEM.
 */
static int line_chain(struct script_line *l, struct chain_words *words)
{
	const struct chain_limit limit = { .max = l->w->script->max_stack };
	const struct event_attr *attr = &l->own->event->attr;
	struct script_worker *w = l->w;
	struct error err = ERROR_INIT;
	enum deferred_join join = DEFERRED_NONE;
	uint64_t n_unwound = 0;

	if (sample_find_callchain(l->r, l->own->event, &words->data, &words->n, &err)) {
		script_count_bad(w, &err);
		words->n = 0;
	}
	if (l->own->is_deferred &&
	    deferred_chains_join(w->script->deferred, &w->chain, l->head.tid, l->at.time, words, &join))
		return -ENOMEM;
	deferred_counts_add(&w->joined, join);
	if (l->own->lbr && branch_chain_make(&w->chain, l->r, attr, l->ip, &w->tail, words))
		return -ENOMEM;
	if (l->own->is_unwound) {
		if (stack_chain_unwind(&w->stack, l->r, attr, l->at.time, words, &n_unwound))
			return -ENOMEM;
		stack_chain_count(&w->stack);
	} else if (w->ends.stacks) {
		n_unwound = ended_counts_find(&w->ends, (uint32_t)(l->own->event - w->script->file->events),
					      l->head.tid, l->at.time, words);
		ended_counts_add(&w->ends);
	}
	return limit.max ? chain_cut(&w->cut, &limit, n_unwound, words) : 0;
}

/* Escapes what was appended from there on. 0 or -ENOMEM. */
static int line_escape(struct buffer *out, size_t from)
{
	char *text = buffer_ok(out) ? strndup((const char *)out->data + from, out->size - from) : NULL;

	if (!text)
		return -ENOMEM;
	out->size = from;
	escaped_put(out, text, ESCAPED_CONTROLS);
	free(text);
	return 0;
}

static int line_code(struct script_line *l)
{
	struct chain_words words = { .swap = l->r->swap };
	struct script_names *names = &l->w->names;
	struct buffer *out = &l->w->out;
	struct text_cache_entry text;

	if (!l->own->shows_chain) {
		if (script_names_address(names, &l->at, l->mode, l->ip, &l->e->style, &text))
			return -ENOMEM;
		text_put(out, l->w->script->in_stacks ? "\n\t" : " ");
	} else {
		text_put(out, "\n");
		if (line_chain(l, &words))
			return -ENOMEM;
		if (!words.n)
			return 0;
		if (script_names_chain(names, &l->at, &words, &l->e->style, &text))
			return -ENOMEM;
	}
	buffer_append(out, text.data, text.size);
	return 0;
}

/* --- other fields ------------------------------------------------------------------- */

static void line_addr(struct script_line *l)
{
	uint64_t addr = line_u64(l->r, l->own->event->layout.addr, 0);
	unsigned mode = script_names_mode(l->mode, addr);
	struct buffer *out = &l->w->out;

	text_put_hex(out, addr, 16);
	if (!l->e->addr_has_name)
		return;
	if (l->e->style.shows_sym) {
		text_put(out, " ");
		script_names_put_symbol(&l->w->names, &l->at, mode, addr, l->e->style.shows_symoff, out);
	}
	if (l->e->style.shows_dso)
		script_names_put_dso(&l->w->names, &l->at, mode, addr, l->e->style.shows_dsoff, out);
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

static void line_raw(struct script_line *l)
{
	const struct record *r = l->r;
	uint32_t at = l->own->event->layout.fixed_end, size = UINT32_MAX;
	struct error err = ERROR_INIT;

	if (r->size - at >= sizeof(size))
		size = load_u32_order(r->data + at, r->swap);
	at += sizeof(size);
	if (at <= r->size && size <= r->size - at) {
		if (l->w->script->trace)
			trace_fields_put(l->w->script->trace, r->data + at, size, &l->w->out);
	} else {
		error_at(&err, -EBADMSG, r->offset, r->type, "a sample of %u bytes ends within its field raw", r->size);
		script_count_bad(l->w, &err);
	}
}

static void line_cgroup(struct script_line *l, uint64_t cgroup)
{
	uint32_t path = timeline_cgroup(l->w->script->timeline, cgroup);

	text_put(&l->w->out, " ");
	text_put(&l->w->out, path == STRTAB_NONE ? "unknown" : strtab_get(l->w->script->strings, path));
}

static void line_before_code(struct script_line *l, const struct sample *s)
{
	uint64_t fields = l->e->fields;
	struct buffer *out = &l->w->out;

	if (fields & SCRIPT_BIT(TRACE) && s->type & PERF_SAMPLE_RAW && l->w->script->trace)
		trace_fields_put(l->w->script->trace, s->raw.data, s->raw.size, out);
	if (fields & SCRIPT_BIT(ADDR))
		line_addr(l);
	if (fields & SCRIPT_BIT(DATA_SRC))
		line_data_src(l, s->data_src);
	if (fields & SCRIPT_BIT(WEIGHT))
		text_put_u64(out, s->type & PERF_SAMPLE_WEIGHT_STRUCT ? SAMPLE_WEIGHT_VAR1(s->weight) : s->weight, 16);
	if (fields & SCRIPT_BIT(INS_LAT))
		text_put_u64(out, SAMPLE_WEIGHT_VAR2(s->weight), 16);
	if (fields & SCRIPT_BIT(RETIRE_LAT))
		text_put_u64(out, SAMPLE_WEIGHT_VAR3(s->weight), 16);
	if (fields & SCRIPT_BIT(CGROUP))
		line_cgroup(l, s->cgroup);
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

/* Appends raw data as hexadecimal rows, and as a string if they are one. As in perf, a newline also without data. */
static void line_bpf_output(struct script_line *l, const struct sample_bytes *raw)
{
	struct buffer *out = &l->w->out;
	const uint8_t *nul = raw->size ? memchr(raw->data, 0, raw->size) : NULL;
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

static void line_page_size(struct script_line *l, uint64_t size)
{
	text_put(&l->w->out, " ");
	script_put_page_size(&l->w->out, size);
}

static void line_after_code(struct script_line *l, const struct sample *s)
{
	uint64_t fields = l->e->fields;

	if (fields & SCRIPT_BIT(IREGS))
		line_regs(l, &s->regs_intr);
	if (fields & SCRIPT_BIT(UREGS))
		line_regs(l, &s->regs_user);
	if (fields & SCRIPT_BIT(BRSTACK))
		script_put_branches(l->w, l->e, &l->at, l->mode, &s->branches, false);
	else if (fields & SCRIPT_BIT(BRSTACKSYM))
		script_put_branch_symbols(l->w, l->e, &l->at, l->mode, &s->branches);
	else if (fields & SCRIPT_BIT(BRSTACKOFF))
		script_put_branches(l->w, l->e, &l->at, l->mode, &s->branches, true);
	if (l->e->bpf_output && fields & SCRIPT_BIT(BPF_OUTPUT))
		line_bpf_output(l, &s->raw);
	if (fields & SCRIPT_BIT(PHYS_ADDR))
		text_put_hex(&l->w->out, s->phys_addr, 16);
	if (fields & SCRIPT_BIT(DATA_PAGE_SIZE))
		line_page_size(l, s->data_page_size);
	if (fields & SCRIPT_BIT(CODE_PAGE_SIZE))
		line_page_size(l, s->code_page_size);
}

/* --- all of it ---------------------------------------------------------------------- */

/* Appends a branch: where it comes from, and where it goes. */
static int line_bts(struct script_line *l)
{
	uint64_t fields = l->e->fields;
	struct buffer *out = &l->w->out;
	int result = 0;

	if (fields & SCRIPT_BIT(CALLINDENT) && fields & SCRIPT_BIT(DSO) &&
	    !(fields & (SCRIPT_BIT(IP) | SCRIPT_BIT(ADDR)))) {
		script_names_put_dso(&l->w->names, &l->at, l->mode, l->ip, false, out);
		text_put(out, "\t");
	}
	if (fields & SCRIPT_BIT(IP))
		result = line_code(l);
	if (l->e->bts_target) {
		text_put(out, " => ");
		line_addr(l);
	}
	return result;
}

static void line_decode(struct script_line *l, struct sample *s)
{
	struct error err = ERROR_INIT;

	if (sample_decode(l->r, &l->own->event->attr, s, &err))
		script_count_bad(l->w, &err);
}

/* Appends a sample as an access to memory; samples of groups once, not for each member. 0 or -ENOMEM. */
static int line_access(struct script_line *l, uint64_t time)
{
	struct sample s;

	if ((l->share && l->e != l->own) || l->r->size < l->own->event->layout.fixed_end || !line_begin(l, time))
		return 0;
	line_decode(l, &s);
	script_put_access(l->w, &l->head, &s, &l->at, l->mode);
	return buffer_ok(&l->w->out) ? 0 : -ENOMEM;
}

int script_put_sample(struct script_worker *w, const struct script_event *own, const struct record *r, uint64_t time,
		      const struct read_share *share)
{
	const struct script_event *e = share ? &w->script->events[share->event] : own;
	struct script_line l = { .w = w, .e = e, .own = own, .share = share, .r = r };
	/* The layout is that of `own`; the fields of another member may be at other offsets. */
	bool raw_only = e->raw_only && e == own;
	size_t from = w->out.size;
	struct sample s;
	int result = 0;

	if (w->script->access)
		return line_access(&l, time);
	if (!e->fields || r->size < own->event->layout.fixed_end || !line_begin(&l, time))
		return 0;
	script_put_head(w, e, &l.head);
	line_event(&l);
	if (e->bts) {
		result = line_bts(&l);
	} else {
		if (raw_only) {
			line_raw(&l);
		} else if (e->decode) {
			line_decode(&l, &s);
			line_before_code(&l, &s);
		}
		if (w->script->in_stacks)
			result = line_escape(&w->out, from);
		if (e->fields & SCRIPT_BIT(IP) && !result)
			result = line_code(&l);
		if (e->decode && !raw_only)
			line_after_code(&l, &s);
	}
	text_put(&w->out, w->script->in_stacks && !own->shows_chain ? "\n\n" : "\n");
	return result || !buffer_ok(&w->out) ? -ENOMEM : 0;
}
