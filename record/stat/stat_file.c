#include "record/stat/stat_file.h"

#include "common/list.h"
#include "counts/stat_table.h"
#include "formats/record/private_record.h"
#include "record/session/session_clock.h"
#include "record/session/session_features.h"
#include "record/stat/stat_events.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void stat_file_discard(struct stat_file *f)
{
	output_discard(&f->output);
	f->is_open = false;
}

void stat_file_close(struct stat_file *f)
{
	if (f->is_open)
		output_close(&f->output);
	perf_writer_fini(&f->writer);
	buffer_fini(&f->records);
	free(f->threads);
	free(f->thread_of);
	free(f->tool_ids);
	memset(f, 0, sizeof(*f));
}

/* --- what is counted ------------------------------------------------------ */

/* A file has the first part of longer names. */
static void name_thread(struct stat_thread *thread, const struct stat_machine *machine)
{
	char comm[STAT_COMM_MAX] = "";

	machine->comm_of(machine->context, (pid_t)thread->tid, comm);
	snprintf(thread->comm, sizeof(thread->comm), "%.*s", (int)sizeof(thread->comm) - 1, comm);
}

/* The thread's number among those of the file. U32MAP_NONE without memory. */
static uint32_t add_thread(struct stat_file *f, struct u32map *seen, pid_t tid, const struct stat_file_facts *facts)
{
	const uint32_t known = f->n_threads;
	struct stat_thread *thread = list_element(seen, (uint32_t)tid, &f->threads, &f->n_threads, &f->threads_capacity,
						  sizeof(*f->threads));

	if (!thread)
		return U32MAP_NONE;
	if (f->n_threads > known) {
		thread->tid = tid;
		if (facts->names_threads && facts->machine.comm_of)
			name_thread(thread, &facts->machine);
	}
	return (uint32_t)(thread - f->threads);
}

/* What counts on CPUs alone belongs to the first thread, where there are threads. */
static int find_threads(struct stat_file *f, const struct counters *counters, const struct stat_file_facts *facts)
{
	struct u32map seen = { 0 };
	int result = 0;

	f->thread_of = calloc((size_t)counters->n + 1, sizeof(*f->thread_of));
	if (!f->thread_of)
		return -ENOMEM;
	for (uint32_t i = 0; i < counters->n && !result; i++) {
		if (counters->list[i].tid < 0)
			continue;
		f->thread_of[i] = add_thread(f, &seen, counters->list[i].tid, facts);
		result = f->thread_of[i] == U32MAP_NONE ? -ENOMEM : 0;
	}
	if (!result && !f->n_threads && add_thread(f, &seen, -1, facts) == U32MAP_NONE)
		result = -ENOMEM;
	u32map_fini(&seen);
	return result;
}

/* Those that no kernel has given an id get one that none of the others has. */
static int add_ids(struct stat_file *f, const struct counters *counters)
{
	uint64_t last = 0;

	for (uint32_t i = 0; i < counters->n; i++) {
		const struct counter *counter = &counters->list[i];

		if (set_event_add_id(&counters->set.events[counter->event], counter->id))
			return -ENOMEM;
		last = counter->id > last ? counter->id : last;
	}
	f->tool_ids = calloc(counters->set.n + 1, sizeof(*f->tool_ids));
	if (!f->tool_ids)
		return -ENOMEM;
	for (size_t i = 0; i < counters->set.n; i++) {
		if (!counters->set.events[i].spec->tool)
			continue;
		f->tool_ids[i] = ++last;
		if (set_event_add_id(&counters->set.events[i], last))
			return -ENOMEM;
	}
	return 0;
}

/* --- the records ahead of the counts -------------------------------------- */

static int compare_cpus(const void *a, const void *b)
{
	const int *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* The CPUs of an event, -1 for any, or of all that count for the target, in their order. Returns how many. */
static size_t cpus_of(const struct counters *counters, int event, int *ret_cpus)
{
	size_t n = 0, n_once = 0;

	for (uint32_t i = 0; i < counters->n; i++) {
		const struct counter *counter = &counters->list[i];
		const bool is_asked = event < 0 ? !counters->set.events[counter->event].spec->pmu_is_system
						: counter->event == (uint32_t)event;

		if (is_asked && (!n || ret_cpus[n - 1] != counter->cpu))
			ret_cpus[n++] = counter->cpu;
	}
	qsort(ret_cpus, n, sizeof(*ret_cpus), compare_cpus);
	for (size_t i = 0; i < n; i++)
		if (!i || ret_cpus[i] != ret_cpus[i - 1])
			ret_cpus[n_once++] = ret_cpus[i];
	return n_once;
}

static void put_event(struct buffer *b, const struct set_event *event, const int *cpus, size_t n_cpus,
		      bool is_elsewhere)
{
	const struct event_spec *spec = event->spec;
	const struct counter_event counted = stat_event_of(spec);
	const struct stat_unit unit = stat_unit_of(&counted);

	if (*unit.text)
		stat_unit_put(b, event->ids[0], unit.text);
	if (unit.scale != 1)
		stat_scale_put(b, event->ids[0], unit.scale);
	if (is_elsewhere)
		stat_event_cpus_put(b, event->ids[0], cpus, n_cpus);
}

/* Of events that count on other CPUs than the rest it is said on which. */
static int put_events(struct stat_file *f, const struct counters *counters)
{
	int *all = calloc((size_t)counters->n + 1, sizeof(*all));
	int *own = calloc((size_t)counters->n + 1, sizeof(*own));
	size_t n_all = all && own ? cpus_of(counters, -1, all) : 0;

	if (all && own && !n_all)
		all[n_all++] = -1;
	f->first_cpu = n_all ? all[0] : -1;
	for (size_t i = 0; all && own && i < counters->set.n; i++) {
		const struct set_event *event = &counters->set.events[i];
		size_t n = cpus_of(counters, (int)i, own);

		if (event->spec->cgroup)
			private_record_put_event_cgroup(&f->records, (uint32_t)i, event->spec->cgroup);
		if (!event->n_ids)
			continue;
		if (f->tool_ids[i])
			own[n++] = f->first_cpu;
		put_event(&f->records, event, own, n, n != n_all || memcmp(own, all, n * sizeof(*own)) != 0);
	}
	stat_threads_put(&f->records, f->threads, f->n_threads);
	if (all && own)
		stat_cpus_put(&f->records, all, n_all);
	free(all);
	free(own);
	return all && own ? 0 : -ENOMEM;
}

static int append(struct stat_file *f, struct error *err)
{
	int result = buffer_ok(&f->records)
			     ? perf_writer_append(&f->writer, f->records.data, f->records.size, NULL, err)
			     : error_nomem(err);

	buffer_clear(&f->records);
	return result ? result : perf_writer_flush(&f->writer, err);
}

static int check_threads(const struct stat_file *f, struct error *err)
{
	const size_t most = (RECORD_SIZE_MAX - RECORD_HEADER_SIZE - 8) / (8 + STAT_THREAD_COMM_SIZE);

	if (f->n_threads <= most)
		return 0;
	return error_set(err, -E2BIG, "%u threads: a recording of counts lists %zu at most; count CPUs (-a), or fewer",
			 f->n_threads, most);
}

/* Events that count have no times; CLOCK_MONOTONIC tells when the counting began. */
static const struct event_attr clock_attr = { .flags = ATTR_USE_CLOCKID, .clockid = CLOCK_MONOTONIC };

static int write_start(struct stat_file *f, const struct counters *counters, const struct stat_file_facts *facts,
		       struct error *err)
{
	const struct recording_facts features = { .set = &counters->set,
						  .list = facts->list,
						  .argv = facts->argv,
						  .argc = facts->argc,
						  .clock = &f->clock,
						  .is_counts = true };
	int result;

	session_clock_start(&f->clock, &clock_attr);
	result = file_features_start(&f->output, &f->writer, &features, err);
	if (result)
		return result;
	if (put_events(f, counters))
		return error_nomem(err);
	stat_config_put(&f->records, &facts->config);
	result = append(f, err);
	output_watch_mark(&f->output.watch, perf_writer_size(&f->writer));
	return result;
}

int stat_file_open(struct stat_file *f, const struct counters *counters, const struct stat_file_facts *facts,
		   struct error *err)
{
	int result;

	f->diagnostics = facts->diagnostics;
	buffer_init(&f->records);
	if (find_threads(f, counters, facts) || add_ids(f, counters))
		return error_nomem(err);
	result = check_threads(f, err);
	if (!result)
		result = output_open(&f->output, facts->path, facts->signals, facts->diagnostics, err);
	if (result)
		return result;
	f->is_open = true;
	result = write_start(f, counters, facts, err);
	if (result)
		stat_file_discard(f);
	return result;
}

/* --- counts --------------------------------------------------------------- */

static void put_count(struct stat_file *f, uint64_t id, int cpu, uint32_t thread, struct count count)
{
	const struct stat_record record = { .id = id,
					    .cpu = cpu,
					    .thread = (int32_t)thread,
					    .value = count.value,
					    .enabled = count.enabled,
					    .running = count.running };

	stat_record_put(&f->records, &record);
}

static int put_round(struct stat_file *f, const struct counters *counters, const struct count tools[EVENT_TOOLS],
		     const struct stat_round *round, struct error *err)
{
	int result = output_check(&f->output, f->diagnostics, err);

	if (result)
		return result;
	for (uint32_t i = 0; i < counters->n; i++) {
		const struct counter *counter = &counters->list[i];

		put_count(f, counter->id, counter->cpu, f->thread_of[i], counter->count);
	}
	for (size_t i = 0; i < counters->set.n; i++)
		if (f->tool_ids[i])
			put_count(f, f->tool_ids[i], f->first_cpu, 0, tools[counters->set.events[i].spec->tool]);
	stat_round_put(&f->records, round);
	result = append(f, err);
	output_watch_mark(&f->output.watch, perf_writer_size(&f->writer));
	return result;
}

/* What is in the file so far is to be read. */
static void give_up(struct stat_file *f)
{
	struct error why = ERROR_INIT;

	if (f->output.watch.is_lost)
		return;
	error_prefix(&f->failure, "%s", f->output.path);
	if (f->output.is_pipe)
		return;
	if (perf_writer_abandon(&f->writer, &why))
		error_append(&f->failure, "; the recording ended early, and its end may be damaged (%s)", why.message);
	else
		error_append(&f->failure, "; the recording ended early, and is readable up to there");
}

void stat_file_put(struct stat_file *f, const struct counters *counters, const struct count tools[EVENT_TOOLS],
		   const struct stat_round *round)
{
	if (!f->failure.code && put_round(f, counters, tools, round, &f->failure))
		give_up(f);
}

static int end_file(struct stat_file *f, struct error *err)
{
	const struct perf_writer_notes notes = { .clock = &f->clock };
	int result = output_check(&f->output, f->diagnostics, err);

	session_clock_end(&f->clock, &clock_attr);
	return result ? result : perf_writer_finish(&f->writer, NULL, 0, &notes, err);
}

int stat_file_finish(struct stat_file *f, struct error *err)
{
	int closed;

	if (!f->failure.code && end_file(f, &f->failure))
		give_up(f);
	closed = output_close(&f->output);
	f->is_open = false;
	if (closed && !f->failure.code)
		error_set(&f->failure, closed, "%s: %s", f->output.path, strerror(-closed));
	if (f->failure.code && err)
		*err = f->failure;
	return f->failure.code;
}
