/* archive_sample: codes the fields of samples (archive_walk.h). */
#include "formats/archive/archive_walk.h"

#include "formats/record/sample_decode.h"

/* --- addresses ------------------------------------------------------------------ */

/* Codes an address of the thread's process by its place. */
static void code_place(struct walk *w, struct archive_address_kind *kind, uint64_t before, uint64_t before_that,
		       uint64_t *place, uint64_t *address)
{
	if (!w->coder->decodes)
		*place = *address == CHAIN_END ? CHAIN_END : archive_places_of(&w->r->places, w->task.pid, *address);
	archive_code_address(w->coder, &w->r->addresses, kind, before, before_that, place);
	*address = archive_place_is_in_file(*place) && *place != CHAIN_END
			   ? archive_places_address(&w->r->places, w->task.pid, *place)
			   : *place;
}

/* Codes the instruction pointer of a sample without a callchain. */
static void code_ip(struct walk *w, size_t at)
{
	uint64_t *last = &w->r->ips[w->task.tid % TASKS], ip = word_load(w, at), place;

	code_place(w, &w->r->kind_ip, *last, 0, &place, &ip);
	word_store(w, at, ip);
	*last = place;
	w->ip = ip;
}

/* Codes a chain from the outermost caller to the innermost, and how many entries it has. */
static uint64_t code_frames(struct walk *w, uint64_t *frames, uint64_t n)
{
	const uint64_t most = (w->size - w->at) / 8;
	uint64_t before = 0, before_that = CHAIN_END, i = 0, address, place;

	for (;; i++) {
		address = i < n ? frames[i] : CHAIN_END;
		code_place(w, &w->r->kind_frame, before, before_that, &place, &address);
		if (place == CHAIN_END || w->coder->failed)
			return i;
		if (i == most) {
			w->coder->failed = true;
			return 0;
		}
		frames[i] = address;
		before_that = before;
		before = place;
	}
}

/* The first address of a chain that is no marker; 0: there is none. */
static uint64_t chain_ip(const struct walk *w, size_t at, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		if (word_load(w, at + 8 * i) < CALLCHAIN_MARKER_MIN)
			return word_load(w, at + 8 * i);
	return 0;
}

static void code_chain(struct walk *w, size_t ip_at)
{
	uint64_t frames[RECORD_SIZE_MAX / 8 + 1], n = 0;
	bool is_first;

	if (!walk_has_room(w, 8))
		return;
	if (!w->coder->decodes) {
		n = word_load(w, w->at);
		for (uint64_t i = 0; i < n; i++)
			frames[i] = word_load(w, w->at + 8 + 8 * (n - 1 - i));
	}
	n = code_frames(w, frames, n);
	word_store(w, w->at, n);
	if (!walk_has_room(w, 8 + 8 * n))
		return;
	w->at += 8;
	for (uint64_t i = 0; i < n; i++)
		word_store(w, w->at + 8 * i, frames[n - 1 - i]);
	if (ip_at) {
		is_first = !w->coder->decodes && word_load(w, ip_at) == chain_ip(w, w->at, n);
		archive_code_flag(w->coder, STREAM_IP_IN_CHAIN, &is_first);
		if (is_first) {
			w->ip = chain_ip(w, w->at, n);
			word_store(w, ip_at, w->ip);
		} else {
			code_ip(w, ip_at);
		}
	}
	w->at += 8 * n;
}

/* --- fields of varying size ----------------------------------------------------- */

/* Codes a count at the position, of `bytes` bytes each, and moves behind it. Returns the count; 0: it does not fit. */
static uint64_t code_count(struct walk *w, unsigned width, uint64_t bytes)
{
	uint64_t n = width == 8 ? word_load(w, w->at) : half_load(w, w->at);

	if (!walk_has_room(w, width))
		return 0;
	walk_code_value(w, STREAM_WORD_SAME + 3 * SLOT_COUNT, &w->r->words[SLOT_COUNT], &n);
	if (n > RECORD_SIZE_MAX || !walk_has_room(w, width + n * bytes)) {
		w->coder->failed = true;
		return 0;
	}
	if (width == 8)
		word_store(w, w->at, n);
	else
		half_store(w, w->at, (uint32_t)n);
	w->at += width;
	return n;
}

static void code_raw(struct walk *w, unsigned width)
{
	const uint64_t n = code_count(w, width, 1);

	archive_code_bytes(w->coder, STREAM_RAW, w->record + w->at, n);
	w->at += n;
}

static void code_read(struct walk *w)
{
	const uint64_t format = w->event->attr.read_format;
	const unsigned width = 1 + !!(format & PERF_FORMAT_ID) + !!(format & PERF_FORMAT_LOST);
	const unsigned times =
		!!(format & PERF_FORMAT_TOTAL_TIME_ENABLED) + !!(format & PERF_FORMAT_TOTAL_TIME_RUNNING);
	uint64_t n = 1;

	if (format & PERF_FORMAT_GROUP)
		n = code_count(w, 8, 8);
	walk_code_words(w, SLOT_READ_TIMES, times);
	for (uint64_t i = 0; i < n && walk_has_room(w, 8 * width); i++)
		for (unsigned k = 0; k < width; k++, w->at += 8)
			walk_code_slot(w, SLOT_READ_VALUE + k, w->at);
}

static void code_branches(struct walk *w)
{
	const uint64_t branches = w->event->attr.branch_sample_type;
	const uint64_t n = code_count(w, 8, 24);
	uint64_t from = w->ip, to, before = 0;

	if (branches & PERF_SAMPLE_BRANCH_HW_INDEX)
		walk_code_words(w, SLOT_BRANCH_INDEX, 1);
	for (uint64_t i = 0; i < n && walk_has_room(w, 24); i++, w->at += 24) {
		to = word_load(w, w->at + 8);
		archive_code_address(w->coder, &w->r->addresses, &w->r->kind_branch, from, before, &to);
		word_store(w, w->at + 8, to);
		before = from;
		from = word_load(w, w->at);
		archive_code_address(w->coder, &w->r->addresses, &w->r->kind_branch, to, before, &from);
		word_store(w, w->at, from);
		walk_code_slot(w, SLOT_BRANCH_FLAGS, w->at + 16);
	}
	if (branches & PERF_SAMPLE_BRANCH_COUNTERS)
		walk_code_words(w, SLOT_BRANCH_COUNTERS, n);
}

static void code_ip_register(struct walk *w)
{
	uint64_t value = word_load(w, w->at), ip = w->ip;

	walk_code_value(w, STREAM_WORD_SAME + 3 * SLOT_REGISTER, &ip, &value);
	word_store(w, w->at, value);
}

static void code_registers(struct walk *w, uint64_t mask)
{
	if (!walk_has_room(w, 8))
		return;
	walk_code_slot(w, SLOT_REGISTER_ABI, w->at);
	w->at += 8;
	if (!word_load(w, w->at - 8))
		return;
	for (unsigned i = 0; i < 64; i++) {
		if (!(mask >> i & 1) || !walk_has_room(w, 8))
			continue;
		if (i == w->r->model->ip)
			code_ip_register(w);
		else
			walk_code_register(w, i);
		if (i == w->r->model->sp)
			w->sp = word_load(w, w->at);
		w->at += 8;
	}
}

static void code_stack(struct walk *w)
{
	const uint64_t size = code_count(w, 8, 1);

	walk_code_stack(w, size);
	if (size)
		walk_code_words(w, SLOT_STACK_FILLED, 1);
}

/* --- records -------------------------------------------------------------------- */

/* Codes the fields that have a place of their own, in an order in which each helps the next. */
static void code_fixed(struct walk *w)
{
	const struct event_layout *l = &w->event->layout;

	if (!walk_has_room(w, l->fixed_end - RECORD_HEADER_SIZE))
		return;
	if (l->cpu)
		walk_code_cpu(w, l->cpu);
	if (l->tid)
		walk_code_task(w, l->tid);
	if (l->identifier || l->id)
		walk_code_id(w, l->identifier ? l->identifier : l->id, l->identifier ? l->id : 0);
	if (l->stream_id)
		walk_code_id(w, l->stream_id, 0);
	if (l->period) {
		w->period = word_load(w, l->period);
		walk_code_value(w, STREAM_PERIOD_SAME, &w->r->periods[walk_event_slot(w)], &w->period);
		word_store(w, l->period, w->period);
	}
	if (l->time)
		walk_code_time(w, l->time);
	if (l->addr)
		walk_code_slot(w, SLOT_ADDRESS, l->addr);
	w->at = l->fixed_end;
}

/* Fields of one word each, around REGS_INTR, in their order. */
struct lone_word {
	uint64_t bits; /* PERF_SAMPLE_* */
	enum slot slot;
};

static const struct lone_word before_registers[] = {
	{ PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT, SLOT_WEIGHT },
	{ PERF_SAMPLE_DATA_SRC, SLOT_DATA_SOURCE },
	{ PERF_SAMPLE_TRANSACTION, SLOT_TRANSACTION },
};

static const struct lone_word after_registers[] = {
	{ PERF_SAMPLE_PHYS_ADDR, SLOT_PHYSICAL },
	{ PERF_SAMPLE_CGROUP, SLOT_CGROUP },
	{ PERF_SAMPLE_DATA_PAGE_SIZE, SLOT_DATA_PAGE },
	{ PERF_SAMPLE_CODE_PAGE_SIZE, SLOT_CODE_PAGE },
};

static void code_lone_words(struct walk *w, const struct lone_word *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (w->event->attr.sample_type & list[i].bits)
			walk_code_words(w, list[i].slot, 1);
}

static void code_varying(struct walk *w)
{
	const struct event_attr *a = &w->event->attr;
	const uint64_t type = a->sample_type;
	const uint16_t ip_at = w->event->layout.ip;

	if (ip_at && !(type & PERF_SAMPLE_CALLCHAIN))
		code_ip(w, ip_at);
	if (type & PERF_SAMPLE_READ)
		code_read(w);
	if (type & PERF_SAMPLE_CALLCHAIN)
		code_chain(w, ip_at);
	if (type & PERF_SAMPLE_RAW)
		code_raw(w, 4);
	if (type & PERF_SAMPLE_BRANCH_STACK)
		code_branches(w);
	if (type & PERF_SAMPLE_REGS_USER)
		code_registers(w, a->sample_regs_user);
	if (type & PERF_SAMPLE_STACK_USER)
		code_stack(w);
	code_lone_words(w, before_registers, ARRAY_SIZE(before_registers));
	if (type & PERF_SAMPLE_REGS_INTR)
		code_registers(w, a->sample_regs_intr);
	code_lone_words(w, after_registers, ARRAY_SIZE(after_registers));
	if (type & PERF_SAMPLE_AUX)
		code_raw(w, 8);
}

void walk_code_sample(struct walk *w)
{
	code_fixed(w);
	if (!w->coder->failed)
		code_varying(w);
}
