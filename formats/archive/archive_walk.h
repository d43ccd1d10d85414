/*
 * archive_walk: a walk over one record, which codes its fields in either direction, and what is known of the records
 * before it. For the files of archive_records alone.
 */
#ifndef PREC_FORMATS_ARCHIVE_ARCHIVE_WALK_H
#define PREC_FORMATS_ARCHIVE_ARCHIVE_WALK_H

#include "formats/archive/archive_context.h"
#include "formats/archive/archive_model.h"
#include "formats/archive/archive_places.h"

/* Slots of tables by CPU and by thread. */
#define CPUS   4096
#define TASKS  4096
#define RECENT 250
#define MAPS   4096

#define STACK_WORDS    (1u << 19)
#define REGISTER_TASKS 256

#define CLASSES 250 /* of records, at most */

/* Kinds of words, of which the last is kept. */
enum slot {
	SLOT_READ_TIMES,
	SLOT_READ_VALUE,
	SLOT_READ_ID,
	SLOT_READ_LOST,
	SLOT_BRANCH_INDEX,
	SLOT_BRANCH_FLAGS,
	SLOT_BRANCH_COUNTERS,
	SLOT_REGISTER_ABI,
	SLOT_STACK_FILLED,
	SLOT_ADDRESS,
	SLOT_WEIGHT,
	SLOT_DATA_SOURCE,
	SLOT_TRANSACTION,
	SLOT_PHYSICAL,
	SLOT_CGROUP,
	SLOT_DATA_PAGE,
	SLOT_CODE_PAGE,
	SLOT_REGISTER,
	SLOT_SIZE,
	SLOT_COUNT,
	SLOT_MAP_TASK,
	SLOT_MAP_ADDRESS,
	SLOT_MAP_SIZE,
	SLOT_MAP_FILE,
	SLOT_MAP_MODE,
	SLOT_TASK,
	SLOT_TASK_TIME,
	SLOTS,
};

/* Where a chain ends, as one more place; a sample with an address that looks like a place is coded as bytes. */
#define CHAIN_END ((uint64_t)ARCHIVE_PLACE_TOP << 56 | 0xffffffffffffffull)

/* What a record is: its header but for the size, and its event. */
struct record_class {
	uint32_t type;
	uint16_t misc;
	uint16_t event; /* of a sample */
};

/* Times of a CPU, or of all where samples have no CPU. */
struct clock {
	uint64_t last, step;
	uint32_t steady, periodic; /* how far off the last step and the period were lately, in bits, by turns */
};

struct task {
	uint32_t pid, tid;
};

/* The last mapping of a name. */
struct map_before {
	uint64_t step;     /* how far it is from the mapping before */
	uint64_t words[8]; /* its body */
};

struct archive_records {
	struct archive_coder *coder;
	const struct archive_model *model;
	struct archive_addresses addresses;
	struct archive_address_kind kind_ip, kind_frame, kind_branch, kind_stack;
	struct archive_places places;
	struct map_before maps[MAPS]; /* by name */
	uint64_t last_map;            /* the address of the last mapping */
	struct record_class classes[CLASSES];
	unsigned n_classes;
	uint32_t cpu;
	struct task tasks[CPUS]; /* the last of each CPU */
	struct task recent[RECENT];
	struct clock clocks[CPUS];
	uint64_t time_unit; /* all times so far are multiples of it: 1 ms, 1 us, 1 ns */
	struct archive_chance is_multiple;
	uint64_t ids[CPUS], periods[CPUS]; /* by event and CPU */
	uint64_t ips[TASKS];
	uint64_t words[SLOTS];
	uint16_t sizes[256];
	uint64_t registers[REGISTER_TASKS][64]; /* the last by thread */
	struct archive_chance same_register[64];
	uint64_t stack_words[STACK_WORDS];   /* the last by thread and address */
	uint8_t record[RECORD_SIZE_MAX + 9]; /* the one that is coded */
};

/* The record that is coded: where its fields are, and what is known of it. */
struct walk {
	struct archive_records *r;
	const struct file_event *event;
	struct archive_coder *coder;
	uint8_t *record;
	size_t at;
	size_t size; /* decoding: what may be written */
	uint32_t cpu;
	struct task task;
	uint64_t ip, sp, period;
};

static inline uint64_t word_load(const struct walk *w, size_t at)
{
	return load_u64_order(w->record + at, w->r->model->swap);
}

static inline void word_store(const struct walk *w, size_t at, uint64_t value)
{
	value = load_u64_order(&value, w->r->model->swap);
	memcpy(w->record + at, &value, sizeof(value));
}

static inline uint32_t half_load(const struct walk *w, size_t at)
{
	return load_u32_order(w->record + at, w->r->model->swap);
}

static inline void half_store(const struct walk *w, size_t at, uint32_t value)
{
	value = load_u32_order(&value, w->r->model->swap);
	memcpy(w->record + at, &value, sizeof(value));
}

/* Checks that n bytes more fit into the record; if not, the coder fails. */
bool walk_has_room(const struct walk *w, uint64_t n);

/* Codes a value by whether it is what it was. stream: the flags, before those of the number. */
void walk_code_value(struct walk *w, unsigned stream, uint64_t *last, uint64_t *value);

/* Codes the word at an offset, of a kind whose last value is kept. */
void walk_code_slot(struct walk *w, enum slot slot, size_t at);

/* Codes n such words at the position, and moves behind them. */
void walk_code_words(struct walk *w, enum slot slot, uint64_t n);

/* Code a field at an offset, those of the sample_id trailer too; the CPU first, then the thread. */
void walk_code_cpu(struct walk *w, size_t at);
void walk_code_task(struct walk *w, size_t at);
void walk_code_time(struct walk *w, size_t at);

/* Codes the event's id at an offset, and at another one where it stands again; 0: it does not. */
void walk_code_id(struct walk *w, size_t at, size_t again);

/* Returns the slot of tables by event and CPU. */
uint32_t walk_event_slot(const struct walk *w);

/* Codes a sample, from behind its header to its end. */
void walk_code_sample(struct walk *w);

/* Codes the register of that number, below 64, at the position. */
void walk_code_register(struct walk *w, unsigned number);

/* Codes a copy of a stack of `size` bytes, and moves behind it. */
void walk_code_stack(struct walk *w, uint64_t size);

/* Codes a record of another type likewise. */
void walk_code_sideband(struct walk *w, const struct record_class *class);

#endif
