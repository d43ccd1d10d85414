#include "report/profile/jit_codes.h"

#include "common/hash_table.h"
#include "common/list.h"
#include "common/memory.h"
#include "report/symbols/bundled_names.h"
#include "report/symbols/jit_file.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

/* A dump's first record comes so many nanoseconds after its header, at most, where both have times of one clock. */
#define FIRST_RECORD_WITHIN 60000000000ull

/* --- clocks ------------------------------------------------------------------------- */

/* Whether all events have the times of that clock; with none, the kernel's own. */
static bool clock_is(const struct perf_file *file, bool chosen, int clockid)
{
	for (uint32_t i = 0; i < file->n_events; i++) {
		const struct event_attr *attr = &file->events[i].attr;

		if (!!(attr->flags & ATTR_USE_CLOCKID) != chosen || (chosen && attr->clockid != clockid))
			return false;
	}
	return file->timed;
}

/* From the times of a dump to those of the recording. */
struct dump_clock {
	bool is_known;
	const struct time_conv *counter; /* the dump has the values of a counter; NULL: times */
	uint64_t begun;                  /* a time of the dump */
	uint64_t at;                     /* and the same of the recording; if nothing is known, the one that all have */
};

static struct dump_clock dump_clock(const struct jit_codes *j, const struct jitdump *dump, uint64_t marker)
{
	struct jitdump copy = *dump;
	struct jitdump_code first;
	uint64_t begun = dump->time;

	if (dump->flags & JITDUMP_ARCH_TIMESTAMP) {
		bool known = j->source.conv.mult && clock_is(j->file, false, 0);

		return (struct dump_clock){ .is_known = known, .counter = &j->source.conv, .at = known ? 0 : marker };
	}
	if (clock_is(j->file, true, CLOCK_MONOTONIC))
		return (struct dump_clock){ .is_known = true };
	if (!marker || !j->file->timed)
		return (struct dump_clock){ .at = marker };
	if (jitdump_next(&copy, &first) > 0 && (first.time < begun || first.time - begun > FIRST_RECORD_WITHIN))
		begun = first.time;
	return (struct dump_clock){ .is_known = true, .begun = begun, .at = marker };
}

static uint64_t recording_time(const struct dump_clock *clock, uint64_t time)
{
	if (!clock->is_known)
		return clock->at;
	if (clock->counter)
		return time_conv_apply(clock->counter, time);
	return time < clock->begun && clock->begun - time > clock->at ? 0 : time - clock->begun + clock->at;
}

/* --- one dump -------------------------------------------------------------------------- */

/* A LOAD, which may be moved. */
struct loaded {
	uint64_t index, offset, size;
};

struct dump_walk {
	struct jit_codes *codes;
	struct code_list *list;
	struct dump_clock clock;
	uint32_t marker_pid, dump_pid;
	struct loaded *loads;
	uint32_t n_loads, capacity;
	struct hash_table by_index; /* of loads */
};

static bool same_index(const void *context, uint32_t number, const void *wanted)
{
	return ((const struct dump_walk *)context)->loads[number].index == *(const uint64_t *)wanted;
}

/* Of several with an index the last counts. 0 or -ENOMEM. */
static int walk_remember(struct dump_walk *w, const struct jitdump_code *code)
{
	struct loaded load = { .index = code->index, .offset = code->offset, .size = code->size };
	uint32_t number = hash_table_find(&w->by_index, hash_u64(code->index), same_index, w, &code->index);

	if (number == HASH_TABLE_NONE) {
		number = w->n_loads;
		if (!list_reserve(&w->loads, number, &w->capacity, sizeof(*w->loads)) ||
		    hash_table_add(&w->by_index, hash_u64(code->index), number))
			return -ENOMEM;
		w->n_loads++;
	}
	w->loads[number] = load;
	return 0;
}

/*
 * Whose code it is. A process in a namespace of its own has another number there; one that is not, whose children write
 * into the same dump, has those by their numbers. 0: not known.
 */
static uint32_t walk_pid(const struct dump_walk *w, uint32_t pid)
{
	if (pid == w->dump_pid)
		return w->marker_pid;
	return w->dump_pid == w->marker_pid ? pid : 0;
}

static int list_add(struct code_list *list, const struct code_event *e)
{
	if (list->n == list->capacity) {
		uint64_t capacity = list->capacity ? 2 * list->capacity : 1024;
		struct code_event *grown = realloc(list->list, capacity * sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		list->list = grown;
		list->capacity = capacity;
	}
	list->list[list->n++] = *e;
	return 0;
}

/* A LOAD is where its bytes are, a MOVE is where those of its LOAD are. */
static int walk_code(struct dump_walk *w, const struct jitdump_code *code)
{
	struct code_event e = { .map = { .time = recording_time(&w->clock, code->time),
					 .start = code->addr,
					 .size = code->size,
					 .offset = code->offset,
					 .pid = walk_pid(w, code->pid) },
				.timeless = !w->clock.is_known };

	if (code->type == JITDUMP_MOVE) {
		uint32_t load = hash_table_find(&w->by_index, hash_u64(code->index), same_index, w, &code->index);

		if (load == HASH_TABLE_NONE)
			return 0;
		e.map.offset = w->loads[load].offset;
		if (e.map.size > w->loads[load].size)
			e.map.size = w->loads[load].size;
	} else if (walk_remember(w, code)) {
		return -ENOMEM;
	}
	if (!e.map.size || !e.map.pid)
		return 0;
	w->codes->n_codes++;
	return list_add(w->list, &e);
}

static int dump_walk(struct jit_codes *j, struct jitdump *dump, uint32_t pid, uint64_t time, struct code_list *list)
{
	struct dump_walk w = {
		.codes = j, .list = list, .clock = dump_clock(j, dump, time), .marker_pid = pid, .dump_pid = dump->pid
	};
	struct jitdump_code code;
	int result = 0;

	while (!result && j->n_codes < JIT_CODES_MAX && jitdump_next(dump, &code) > 0)
		result = walk_code(&w, &code);
	hash_table_fini(&w.by_index);
	free(w.loads);
	return result;
}

/* --- the dumps of a recording ------------------------------------------------------------- */

/* Whether the dump is one to read now: a record that says what another said already changes nothing. */
static int dump_is_new(struct jit_codes *j, const struct record_mmap *marker, uint64_t time, uint32_t *ret_path)
{
	const uint32_t pid = marker->pid;
	uint32_t path = strtab_add(j->strings, marker->filename, marker->filename_size);

	if (path == STRTAB_NONE || !list_reserve(&j->dumps, j->n_dumps, &j->capacity, sizeof(*j->dumps)))
		return -ENOMEM;
	for (uint32_t i = 0; i < j->n_dumps; i++)
		if (j->dumps[i].pid == pid && j->dumps[i].path == path)
			return 0;
	if (j->n_dumps == JIT_CODES_MAX_DUMPS || j->n_codes == JIT_CODES_MAX)
		return 0;
	j->dumps[j->n_dumps++] = (struct jit_dump_read){ .pid = pid, .path = path, .time = time };
	*ret_path = path;
	return 1;
}

/* --- in the recording itself ------------------------------------------------------------ */

/* Takes the pieces that the recording carries. 0 or -ENOMEM. */
static int codes_carried(struct jit_codes *j, const struct bundle_file *file, struct code_list *list)
{
	const struct bundle_code *codes = j->config->bundled->names.codes + file->codes.first;
	int result = 0;

	for (uint32_t i = 0; i < file->codes.n && j->n_codes < JIT_CODES_MAX && !result; i++) {
		const struct code_event e = { .map = { .time = codes[i].time,
						       .start = codes[i].start,
						       .size = codes[i].size,
						       .offset = codes[i].offset,
						       .pid = codes[i].pid },
					      .timeless = codes[i].is_timeless };

		j->n_codes++;
		result = list_add(list, &e);
	}
	return result;
}

static const struct bundle_file *find_carried(const struct jit_codes *j, uint32_t pid, const char *path)
{
	const struct bundled_identity identity = { .kind = BUNDLE_FILE_JIT_DUMP, .path = path, .pid = pid };

	return bundled_names_find(j->config->bundled, &identity);
}

/* Of a machine full of JITs there are many, and what is to be done is the same for all: the first one is reported. */
static void dump_refused(struct jit_codes *j, const struct error *err)
{
	bool foreign = err->code == -EACCES || err->code == -EPERM;

	if (foreign && !j->n_foreign++)
		j->foreign = *err;
	else
		diagnostics_add(&j->diagnostics, foreign || err->code == -ENOENT ? NOTICE_VERBOSE : NOTICE_WARNING,
				"%s", err->message);
}

/* Appends the pieces of a dump, from where they are. 0 or -ENOMEM. */
static int dump_read(struct jit_codes *j, uint32_t pid, const char *path, uint64_t time, struct code_list *ret_code)
{
	const struct bundle_file *carried = find_carried(j, pid, path);
	struct error err = ERROR_INIT;
	struct jit_dump dump;
	int result;

	if (carried)
		return codes_carried(j, carried, ret_code);
	result = jit_dump_open(&dump, j->config, pid, path, &err);
	if (result) {
		dump_refused(j, &err);
		return result == -ENOMEM ? result : 0;
	}
	result = dump_walk(j, &dump.reader, pid, time, ret_code);
	if (dump.reader.n_bad)
		diagnostics_add(&j->diagnostics, NOTICE_WARNING,
				"%s: damaged at offset %#llx: %s; what is whole is used", path,
				(unsigned long long)dump.reader.first_bad.offset, dump.reader.first_bad.message);
	jit_dump_close(&dump);
	return result;
}

static int jit_codes_read(void *context, const struct record_mmap *marker, uint64_t time, struct code_list *ret_code)
{
	struct jit_codes *j = context;
	uint32_t path;
	int result = dump_is_new(j, marker, time, &path);

	return result <= 0 ? result : dump_read(j, marker->pid, strtab_get(j->strings, path), time, ret_code);
}

int jit_codes_again(struct jit_codes *j, uint32_t pid, const char *path, struct code_list *ret_code)
{
	uint64_t time = 0;

	*ret_code = (struct code_list){ 0 };
	for (uint32_t i = 0; i < j->n_dumps; i++)
		if (j->dumps[i].pid == pid && !strcmp(strtab_get(j->strings, j->dumps[i].path), path))
			time = j->dumps[i].time;
	j->n_codes = 0;
	return dump_read(j, pid, path, time, ret_code);
}

static void jit_codes_begin(void *context)
{
	struct jit_codes *j = context;

	j->n_dumps = 0;
	j->n_codes = 0;
	j->n_foreign = 0;
	diagnostics_clear(&j->diagnostics);
}

void jit_codes_init(struct jit_codes *j, const struct perf_file *file, const struct symbols_config *config,
		    struct strtab *strings)
{
	*j = (struct jit_codes){ .source = { .begin = jit_codes_begin, .read = jit_codes_read, .context = j },
				 .file = file,
				 .config = config,
				 .strings = strings };
	diagnostics_init(&j->diagnostics, NOTICE_DEBUG);
}

void jit_codes_conclude(struct jit_codes *j)
{
	if (j->n_foreign > 1)
		diagnostics_add(&j->diagnostics, NOTICE_WARNING, "%s (and %u more like it)", j->foreign.message,
				j->n_foreign - 1);
	else if (j->n_foreign)
		diagnostics_add(&j->diagnostics, NOTICE_WARNING, "%s", j->foreign.message);
	if (j->n_dumps == JIT_CODES_MAX_DUMPS || j->n_codes >= JIT_CODES_MAX)
		diagnostics_add(&j->diagnostics, NOTICE_WARNING,
				"of the code made at run time %u dumps and %u functions are used, and no more",
				JIT_CODES_MAX_DUMPS, JIT_CODES_MAX);
	if (j->source.n_undecided)
		diagnostics_add(
			&j->diagnostics, NOTICE_NOTE,
			"of the functions made at run time %llu took the place of others, it is not known when; "
			"samples "
			"are named by the last one; 'prec record -k mono' has the clock of their dump",
			(unsigned long long)j->source.n_undecided);
}

void jit_codes_fini(struct jit_codes *j)
{
	free(j->dumps);
	diagnostics_fini(&j->diagnostics);
}
