#include "report/stat/stat_counts.h"

#include "common/cpulist.h"
#include "common/list.h"
#include "formats/feature/features_decode.h"
#include "formats/file/blocks.h"
#include "formats/record/generic_names.h"
#include "formats/record/private_record.h"
#include "report/stat/stat_command.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define PMU_TYPE_TOOL (UINT32_MAX - 1) /* of Linux perf since 6.13: what it counts itself */
#define TID_INIT      1

/* --- events --------------------------------------------------------------- */

/* Times that the recorder measured, without a PMU. Before 6.13 Linux perf used a dummy event for them. */
static bool is_tool(const struct file_event *event)
{
	static const char *const names[] = { "duration_time", "user_time", "system_time" };
	const bool is_dummy = event_attr_is_dummy(&event->attr);

	for (size_t i = 0; i < ARRAY_SIZE(names) && is_dummy; i++)
		if (!strncmp(event->name, names[i], strlen(names[i])))
			return true;
	return event->attr.type == PMU_TYPE_TOOL;
}

/* Whether a PMU, or an event whose name begins with the PMU's, is not of cores. */
static bool is_of_system(const char *pmu)
{
	return strncmp(pmu, "cpu", strlen("cpu")) != 0 && strncmp(pmu, "armv", strlen("armv")) != 0;
}

/* Finds the part of an event's name between the slashes of its PMU, or before modifiers. */
static size_t find_word(const char **name)
{
	const char *slash = strchr(*name, '/');

	if (slash)
		*name = slash + 1;
	return strcspn(*name, slash ? "/" : ":");
}

/* A file lacks the codes of sysfs, so an event of a core PMU is generic if its name is. */
static void find_kind(struct counter_event *counted, const struct event_attr *attr)
{
	const bool is_dynamic = attr->type > PERF_TYPE_BREAKPOINT && !counted->tool;
	const char *word = counted->name;
	const size_t size = find_word(&word);

	counted->kind.pmu = attr->type;
	counted->is_generic = (attr->type == PERF_TYPE_RAW ||
			       (is_dynamic && !is_of_system(counted->pmu ? counted->pmu : counted->name))) &&
			      generic_name_of_core(word, size, &counted->kind.type, &counted->kind.config);
}

static int make_event(struct stat_counts *s, uint32_t i)
{
	const struct file_event *event = &s->file->events[i];
	const bool is_dynamic = event->attr.type > PERF_TYPE_BREAKPOINT && !is_tool(event);
	const char *pmu = is_dynamic ? pmu_names_by_type(&s->pmus, event->attr.type) : NULL;
	const uint32_t item = strtab_add_string(&s->items, event->name);

	s->names[i] = event->name;
	s->is_missing[i] = !event->n_ids;
	s->own_events[i] = (struct counter_event){ .name = event->name,
						   .pmu = pmu,
						   .pmu_is_system = pmu && is_of_system(pmu),
						   .attr = &event->attr,
						   .tool = is_tool(event),
						   .item = (int)item };
	find_kind(&s->own_events[i], &event->attr);
	return item == STRTAB_NONE ? -ENOMEM : 0;
}

static int make_events(struct stat_counts *s)
{
	const struct perf_file *file = s->file;
	const size_t n = (size_t)file->n_events + 1;

	s->own_events = calloc(n, sizeof(*s->own_events));
	s->units = calloc(n, sizeof(*s->units));
	s->cgroups = calloc(n, sizeof(*s->cgroups));
	s->names = calloc(n, sizeof(*s->names));
	s->is_missing = calloc(n, sizeof(*s->is_missing));
	pmu_names_init(&s->pmus, file);
	if (strtab_init(&s->items) || !s->own_events || !s->units || !s->cgroups || !s->names || !s->is_missing)
		return -ENOMEM;
	s->events = (struct counter_events){ s->own_events, file->n_events };
	for (uint32_t i = 0; i < file->n_events; i++)
		if (make_event(s, i))
			return -ENOMEM;
	return 0;
}

static int set_text(char **text, const char *to)
{
	char *copy = *to ? strdup(to) : NULL;

	if (*to && !copy)
		return -ENOMEM;
	free(*text);
	*text = copy;
	return 0;
}

static int take_update(struct stat_counts *s, const struct record *r)
{
	struct stat_update update;
	uint32_t event;

	if (!stat_update_parse(r, &update) || !id_index_find(&s->file->ids, update.id, &event))
		return 0;
	if (update.type == EVENT_UPDATE_SCALE)
		s->own_events[event].scale = update.scale;
	return update.type == EVENT_UPDATE_UNIT ? set_text(&s->units[event], update.unit) : 0;
}

static int take_note(struct stat_counts *s, const struct record *r)
{
	struct private_record private;
	const char *name;
	uint32_t event;

	if (!private_record_parse(r, &private) || private.kind != PRIVATE_RECORD_EVENT_CGROUP ||
	    private.version != PRIVATE_RECORD_VERSION)
		return 0;
	event = cursor_u32(&private.content);
	cursor_skip(&private.content, 4);
	name = cursor_string(&private.content);
	return name && event < s->events.n ? set_text(&s->cgroups[event], name) : 0;
}

/* --- threads and counters ------------------------------------------------- */

static int take_threads(struct stat_counts *s, const struct record *r)
{
	struct stat_thread thread;
	struct cursor c;
	uint64_t n;

	if (!stat_threads_begin(r, &c, &n))
		return 0;
	for (; n && stat_threads_next(&c, &thread); n--) {
		if (!list_reserve(&s->threads, s->n_threads, &s->threads_capacity, sizeof(*s->threads)))
			return -ENOMEM;
		if (thread.tid >= 0 && u32map_set(&s->thread_names, (uint32_t)thread.tid, s->n_threads))
			return -ENOMEM;
		s->threads[s->n_threads++] = thread;
	}
	return 0;
}

static uint64_t target_hash(const struct counter *c)
{
	return hash_u64((uint64_t)c->event << 32 ^ hash_u64((uint64_t)(uint32_t)c->cpu << 32 | (uint32_t)c->tid));
}

static bool is_same(const struct counter *a, const struct counter *b)
{
	return a->event == b->event && a->cpu == b->cpu && a->tid == b->tid;
}

static bool is_same_target(const void *context, uint32_t number, const void *wanted)
{
	const struct stat_counts *s = context;

	return is_same(&s->counters[number], wanted);
}

/* Finds the counter of a record, without its count. False: it cannot exist. */
static bool counter_of(const struct stat_counts *s, const struct stat_record *record, struct counter *ret)
{
	const bool has_thread = record->thread >= 0 && (uint32_t)record->thread < s->n_threads;

	*ret = (struct counter){ .cpu = record->cpu, .tid = -1 };
	if (!id_index_find(&s->file->ids, record->id, &ret->event) || record->cpu < -1 ||
	    record->cpu > CPULIST_MAX_CPU || (!has_thread && record->thread))
		return false;
	if (has_thread && s->threads[record->thread].tid >= 0 && s->threads[record->thread].tid <= INT32_MAX)
		ret->tid = (pid_t)s->threads[record->thread].tid;
	return true;
}

/* Recorders write the counters of all rounds in one order. */
static struct counter *find_counter(struct stat_counts *s, const struct counter *wanted)
{
	uint32_t at = s->next;

	if (at >= s->n_counters || !is_same(&s->counters[at], wanted))
		at = hash_table_find(&s->by_target, target_hash(wanted), is_same_target, s, wanted);
	if (at == HASH_TABLE_NONE)
		return NULL;
	s->next = at + 1 == s->n_counters ? 0 : at + 1;
	return &s->counters[at];
}

static int add_counter(struct stat_counts *s, const struct record *r)
{
	struct stat_record record;
	struct counter counter;

	if (!stat_record_parse(r, &record) || !counter_of(s, &record, &counter)) {
		s->n_unknown++;
		return 0;
	}
	if (find_counter(s, &counter))
		return 0;
	if (!list_reserve(&s->counters, s->n_counters, &s->counters_capacity, sizeof(*s->counters)) ||
	    hash_table_add(&s->by_target, target_hash(&counter), s->n_counters))
		return -ENOMEM;
	s->counters[s->n_counters++] = counter;
	return 0;
}

static int take_what_there_is(void *context, const struct record *r, struct error *err)
{
	struct stat_counts *s = context;
	int result = 0;

	switch (r->type) {
	case PERF_RECORD_EVENT_UPDATE: result = take_update(s, r); break;
	case PERF_RECORD_HEADER_EVENT_TYPE: result = take_note(s, r); break;
	case PERF_RECORD_THREAD_MAP: result = take_threads(s, r); break;
	case PERF_RECORD_STAT_CONFIG: stat_config_parse(r, &s->config); break;
	case PERF_RECORD_STAT: result = add_counter(s, r); break;
	case PERF_RECORD_STAT_ROUND: s->n_rounds++; break;
	}
	return result ? error_nomem(err) : 0;
}

static void take_damage(void *context, const struct error *damage)
{
	struct stat_counts *s = context;

	if (!s->n_damages++)
		s->damage = *damage;
}

/* Applies what records say about the events in the header. */
static void finish_events(struct stat_counts *s)
{
	for (uint32_t i = 0; i < s->events.n; i++) {
		s->own_events[i].unit = s->units[i];
		s->own_events[i].cgroup = s->cgroups[i];
	}
}

int stat_counts_init(struct stat_counts *s, const struct perf_file *file, struct error *err)
{
	int result;

	*s = (struct stat_counts){ .file = file, .config = { .mode = STAT_MODE_GLOBAL, .scale = 1 } };
	if (make_events(s) || stat_topology_init(&s->topology, file))
		return error_nomem(err);
	result = file->n_events ? blocks_each_record(file, take_damage, take_what_there_is, s, err) : 0;
	if (result)
		return result;
	finish_events(s);
	if (s->n_rounds)
		return 0;
	return error_set(err, -ENODATA, "no counts: it is not of 'prec stat record', or it ended before the first");
}

void stat_counts_fini(struct stat_counts *s)
{
	for (uint32_t i = 0; s->units && s->cgroups && i < s->events.n; i++) {
		free(s->units[i]);
		free(s->cgroups[i]);
	}
	free(s->units);
	free(s->cgroups);
	free(s->names);
	strtab_fini(&s->items);
	pmu_names_fini(&s->pmus);
	free(s->own_events);
	free(s->is_missing);
	free(s->threads);
	u32map_fini(&s->thread_names);
	free(s->counters);
	hash_table_fini(&s->by_target);
	stat_topology_fini(&s->topology);
	memset(s, 0, sizeof(*s));
}

/* --- what it is of -------------------------------------------------------- */

enum stat_by stat_counts_by(const struct stat_counts *s, int *ret_cache_level)
{
	enum stat_by by = STAT_BY_ALL;
	const char *version = "";
	struct buffer b;
	struct cursor c;

	buffer_init(&b);
	if (perf_file_has_feature(s->file, FEATURE_VERSION) &&
	    !perf_file_read_feature(s->file, FEATURE_VERSION, &b, NULL)) {
		c = cursor_make(b.data, b.size, s->file->swap);
		if (feature_decode_string(&c, &version))
			version = "";
	}
	by = stat_mode_by(s->config.mode, version);
	buffer_fini(&b);
	*ret_cache_level = by == STAT_BY_CACHE && s->config.level < STAT_LEVEL_HIGHEST ? (int)s->config.level : 0;
	return by;
}

bool stat_counts_have_cpus(const struct stat_counts *s)
{
	for (uint32_t i = 0; i < s->n_counters; i++)
		if (s->counters[i].cpu >= 0)
			return true;
	return false;
}

bool stat_counts_have_threads(const struct stat_counts *s)
{
	for (uint32_t i = 0; i < s->n_counters; i++)
		if (s->counters[i].tid >= 0)
			return true;
	return false;
}

bool stat_counts_have_init(const struct stat_counts *s)
{
	return u32map_get(&s->thread_names, TID_INIT) != U32MAP_NONE;
}

static struct cpu_loc loc_of_cpu(const void *context, int cpu, int cache_level)
{
	const struct stat_counts *s = context;

	return stat_topology_loc(&s->topology, cpu, cache_level);
}

static void find_comm(const void *context, pid_t tid, char ret_comm[STAT_COMM_MAX])
{
	const struct stat_counts *s = context;
	const uint32_t at = u32map_get(&s->thread_names, (uint32_t)tid);

	_Static_assert(STAT_COMM_MAX >= STAT_THREAD_COMM_SIZE, "a name of a file has room");
	if (at != U32MAP_NONE)
		memcpy(ret_comm, s->threads[at].comm, STAT_THREAD_COMM_SIZE);
}

struct stat_machine stat_counts_machine(const struct stat_counts *s)
{
	return (struct stat_machine){ .loc_of_cpu = loc_of_cpu, .comm_of = find_comm, .context = s };
}

/* --- the counts ----------------------------------------------------------- */

struct rounds {
	struct stat_counts *counts;
	struct stat_input counted;
	struct stat_table *whole, *interval;
	stat_counts_tick *tick;
	void *context;
	uint64_t last;     /* end of the previous interval or of the recording, in ns */
	uint32_t *changed; /* counters with a count since the previous round */
	uint32_t n_changed;
	bool *is_changed; /* for each counter */
};

static void take_count(struct rounds *r, const struct record *of)
{
	struct stat_counts *s = r->counts;
	struct stat_record record;
	struct counter wanted;
	struct counter *counter;
	uint32_t number;

	if (!stat_record_parse(of, &record) || !counter_of(s, &record, &wanted))
		return;
	counter = find_counter(s, &wanted);
	if (!counter)
		return;
	counter->count = (struct count){ record.value, record.enabled, record.running };
	number = (uint32_t)(counter - s->counters);
	if (!r->is_changed[number])
		r->changed[r->n_changed++] = number;
	r->is_changed[number] = true;
}

/* There may be many short rounds: only counters that have changed are visited. */
static void add_changed(struct rounds *r)
{
	for (uint32_t i = 0; i < r->n_changed; i++) {
		stat_table_add_counter(r->whole, &r->counted, r->changed[i]);
		if (r->interval)
			stat_table_add_counter(r->interval, &r->counted, r->changed[i]);
		r->is_changed[r->changed[i]] = false;
	}
	r->n_changed = 0;
}

static void end_round(struct rounds *r, const struct record *record)
{
	const uint64_t before = r->last;
	struct stat_round round;

	if (!stat_round_parse(record, &round))
		return;
	add_changed(r);
	r->last = round.time;
	if (!r->interval || round.type != STAT_ROUND_INTERVAL)
		return;
	stat_table_end(r->interval, round.time > before ? round.time - before : 0);
	r->tick(r->context, r->interval, round.time);
	stat_table_clear(r->interval);
}

static int take_round(void *context, const struct record *record, struct error *err)
{
	struct rounds *r = context;

	(void)err;
	if (record->type == PERF_RECORD_STAT)
		take_count(r, record);
	if (record->type == PERF_RECORD_STAT_ROUND)
		end_round(r, record);
	return 0;
}

static int begin_table(struct stat_table *t, const struct stat_input *counted, struct error *err)
{
	int result = stat_table_begin(t, counted);

	if (result == -E2BIG)
		return error_set(err, result, "more than %u counts: choose fewer places (--per-socket ...)",
				 STAT_CELLS_MAX);
	return result ? error_nomem(err) : 0;
}

static int read_rounds(struct rounds *r, struct error *err)
{
	int result = begin_table(r->whole, &r->counted, err);

	if (!result && r->interval)
		result = begin_table(r->interval, &r->counted, err);
	if (result)
		return result;
	r->changed = calloc((size_t)r->counted.n + 1, sizeof(*r->changed));
	r->is_changed = calloc((size_t)r->counted.n + 1, sizeof(*r->is_changed));
	if (!r->changed || !r->is_changed)
		return error_nomem(err);
	return blocks_each_record(r->counts->file, NULL, take_round, r, err);
}

int stat_counts_read(struct stat_counts *s, struct stat_table *whole, struct stat_table *interval,
		     stat_counts_tick *tick, void *context, struct error *err)
{
	struct rounds r = {
		.counts = s,
		.counted = { .list = s->counters, .n = s->n_counters, .is_missing = s->is_missing, .names = s->names },
		.whole = whole,
		.interval = interval,
		.tick = tick,
		.context = context
	};
	const int result = read_rounds(&r, err);

	free(r.changed);
	free(r.is_changed);
	if (!result)
		stat_table_end(whole, r.last);
	return result;
}
