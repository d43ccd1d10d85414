/* archive_sideband: codes records that are no samples, and learns what is mapped (archive_walk.h). */
#include "formats/archive/archive_walk.h"

/* Codes the sample_id trailer, which ends at `end`. */
static void code_trailer(struct walk *w, size_t end)
{
	const struct event_layout *l = &w->r->model->events[0].layout;

	if (l->trailer_cpu)
		walk_code_cpu(w, end - l->trailer_cpu);
	if (l->trailer_tid)
		walk_code_task(w, end - l->trailer_tid);
	if (l->trailer_time)
		walk_code_time(w, end - l->trailer_time);
	if (l->trailer_identifier || l->trailer_id)
		walk_code_id(w, end - (l->trailer_identifier ? l->trailer_identifier : l->trailer_id),
			     l->trailer_identifier && l->trailer_id ? end - l->trailer_id : 0);
	if (l->trailer_stream_id)
		walk_code_id(w, end - l->trailer_stream_id, 0);
}

/* Returns the offset of the name in a record that has one; 0: it has none. */
static size_t name_offset(uint32_t type)
{
	switch (type) {
	case PERF_RECORD_MMAP: return 40;
	case PERF_RECORD_MMAP2: return 72;
	case PERF_RECORD_COMM: return 16;
	default: return 0;
	}
}

static uint64_t name_hash(const uint8_t *name, size_t size)
{
	uint64_t hash = size;

	for (; size; size--, name++)
		hash = context_mix(hash, *name);
	return hash;
}

/* Codes word i of a body by what it was for the same name. */
static void code_map_word(struct walk *w, struct map_before *before, unsigned i, enum slot slot)
{
	uint64_t value = word_load(w, RECORD_HEADER_SIZE + 8 * i);

	walk_code_value(w, STREAM_WORD_SAME + 3 * slot, &before->words[i], &value);
	word_store(w, RECORD_HEADER_SIZE + 8 * i, value);
}

/* Codes the body of MMAP and MMAP2, n words before the name. */
static void code_map(struct walk *w, unsigned n, uint64_t hash)
{
	static const enum slot slots[8] = { SLOT_MAP_TASK, SLOT_MAP_ADDRESS, SLOT_MAP_SIZE, SLOT_MAP_SIZE,
					    SLOT_MAP_FILE, SLOT_MAP_FILE,    SLOT_MAP_FILE, SLOT_MAP_MODE };
	struct map_before *before = &w->r->maps[context_slot(hash, 12)];
	uint64_t address, predicted = w->r->last_map + before->step;
	struct archive_mapping m;

	before->words[0] = w->r->words[SLOT_MAP_TASK];
	before->words[1] = predicted;
	for (unsigned i = 0; i < n; i++)
		code_map_word(w, before, i, slots[i]);
	w->r->words[SLOT_MAP_TASK] = before->words[0];
	address = before->words[1];
	before->step = address - w->r->last_map;
	w->r->last_map = address;
	m = (struct archive_mapping){ .start = address,
				      .end = address + before->words[2],
				      .offset = before->words[3],
				      .file = (uint32_t)(hash >> 20) };
	if (m.end > m.start)
		archive_places_map(&w->r->places, half_load(w, RECORD_HEADER_SIZE), &m);
}

/* Codes the body of FORK and EXIT: pid and ppid, tid and ptid, time. */
static void code_fork(struct walk *w, uint32_t type)
{
	uint64_t time = word_load(w, 24), last = w->r->clocks[w->cpu].last;
	uint32_t pid, parent;

	walk_code_slot(w, SLOT_TASK, 8);
	walk_code_slot(w, SLOT_TASK, 16);
	walk_code_value(w, STREAM_WORD_SAME + 3 * SLOT_TASK_TIME, &last, &time);
	word_store(w, 24, time);
	pid = half_load(w, 8);
	parent = half_load(w, 12);
	if (type == PERF_RECORD_FORK && pid != parent)
		archive_places_fork(&w->r->places, pid, parent);
}

/* Codes what is between the header and the trailer, at `end`. */
static void code_body(struct walk *w, const struct record_class *class, size_t end)
{
	const size_t name = name_offset(class->type);
	uint8_t *record = w->record;

	if (name && name <= end) {
		archive_code_bytes(w->coder, STREAM_NAME, record + name, end - name);
		if (class->type == PERF_RECORD_COMM)
			walk_code_slot(w, SLOT_TASK, RECORD_HEADER_SIZE);
		else
			code_map(w, (unsigned)(name / 8 - 1), name_hash(record + name, end - name));
	} else if ((class->type == PERF_RECORD_FORK || class->type == PERF_RECORD_EXIT) && end == 32) {
		code_fork(w, class->type);
	} else {
		archive_code_bytes(w->coder, STREAM_BODY, record + RECORD_HEADER_SIZE, end - RECORD_HEADER_SIZE);
	}
	if (class->type == PERF_RECORD_COMM && class->misc & RECORD_MISC_COMM_EXEC)
		archive_places_exec(&w->r->places, half_load(w, RECORD_HEADER_SIZE));
}

void walk_code_sideband(struct walk *w, const struct record_class *class)
{
	const size_t trailer = class->type < PERF_RECORD_USER_TYPE_START ? w->r->model->trailer : 0;
	uint64_t size = load_u16_order(w->record + 6, w->r->model->swap), last = w->r->sizes[class->type % 256];

	walk_code_value(w, STREAM_WORD_SAME + 3 * SLOT_SIZE, &last, &size);
	w->r->sizes[class->type % 256] = (uint16_t)size;
	if (size > RECORD_SIZE_MAX || size < RECORD_HEADER_SIZE + trailer ||
	    !walk_has_room(w, size - RECORD_HEADER_SIZE)) {
		w->coder->failed = true;
		return;
	}
	if (trailer)
		code_trailer(w, size);
	code_body(w, class, size - trailer);
	w->at = size;
}
