#include "record/command/no_samples.h"

#include "common/clock_ns.h"

#include <stdio.h>

/* The first number of /proc/PID/task/TID/schedstat; false where there is no such thread, or no such file. */
static bool read_thread(pid_t tid, uint64_t *ret_ns)
{
	unsigned long long ns;
	char path[64];
	bool is_read;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/schedstat", tid, tid);
	f = fopen(path, "re");
	is_read = f && fscanf(f, "%llu", &ns) == 1;
	if (f)
		fclose(f);
	*ret_ns = is_read ? ns : 0;
	return is_read;
}

static bool has_ids(const struct target *t)
{
	return t->kind == TARGET_PROCESSES || t->kind == TARGET_THREADS;
}

struct run_time run_time_read(const struct target *target)
{
	struct run_time run = { 0 };

	for (size_t i = 0; i < target->n_tids && has_ids(target); i++) {
		uint64_t ns;

		run.threads += read_thread(target->tids[i], &ns);
		run.ns += ns;
	}
	return run;
}

static size_t count_ids(const struct target *t)
{
	return t->kind == TARGET_THREADS ? t->n_tids : t->n_pids;
}

static bool is_one(const struct target *t)
{
	return !has_ids(t) || count_ids(t) == 1;
}

/* "process 31605", "the 3 processes", "the command", "the machine" */
static void name_target(const struct target *t, char *text, size_t room)
{
	const bool are_threads = t->kind == TARGET_THREADS;

	if (!has_ids(t))
		snprintf(text, room, "%s", t->kind == TARGET_COMMAND ? "the command" : "the machine");
	else if (is_one(t))
		snprintf(text, room, "%s %d", are_threads ? "thread" : "process",
			 are_threads ? t->tids[0] : t->pids[0]);
	else
		snprintf(text, room, "the %zu %s", count_ids(t), are_threads ? "threads" : "processes");
}

/* Whether there is a sample for each time that it happens. */
static bool is_each_sampled(const struct event_attr *attr)
{
	return !(attr->flags & ATTR_FREQ) && attr->sample_period <= 1;
}

/* What happened too seldom; with each: not at all. */
static void explain_events(const struct session *s, const char *who, const struct run_time *run, char *text,
			   size_t room)
{
	const struct event_set *set = &s->setup.sampler->set;
	const struct set_event *first = &set->events[0];
	const char *what = set->n > 2 ? "none of the events" : first->name; /* with the one of the sideband */
	char ran[64] = "";

	if (run->threads)
		snprintf(ran, sizeof(ran), ", which ran for %.2f ms", (double)run->ns / NS_PER_MS);
	if (is_each_sampled(&first->attr))
		snprintf(text, room, "%s %s in %s%s%s", what, set->n > 2 ? "happened" : "did not happen", who, ran,
			 first->spec->filter ? ", or the filter took it out" : "");
	else
		snprintf(text, room,
			 "%s %s often enough for a sample in %s%s; record for longer, or at a higher rate (-F, -c)",
			 what, set->n > 2 ? "happened" : "did not happen", who, ran);
}

bool no_samples_explain(const struct session *s, const struct run_time *before, bool with_off_cpu, char *text,
			size_t room)
{
	const struct sampler *sampler = s->setup.sampler;
	struct run_time run = run_time_read(sampler->target);
	char who[64];

	if (event_set_trace(&sampler->set) || !sampler->set.events[0].attr.sample_period)
		return false;
	name_target(sampler->target, who, sizeof(who));
	if (!s->has_sampled) {
		snprintf(text, room, "the recording ended before sampling was switched on");
	} else if (run.threads && run.threads == before->threads && run.ns == before->ns) {
		snprintf(text, room, "%s did not run%s%s", who, with_off_cpu ? "" : "; --off-cpu shows where ",
			 with_off_cpu              ? ""
			 : is_one(sampler->target) ? "it waits"
						   : "they wait");
	} else {
		run.ns -= before->ns;
		run.threads = run.threads == before->threads ? run.threads : 0;
		explain_events(s, who, &run, text, room);
	}
	return true;
}
