#include "record/command/thread_options.h"

#include "record/command/record_options.h"

#include "common/bytes.h"

#include <errno.h>
#include <sched.h>
#include <string.h>

#define REALTIME_MAX 99 /* sched(7) */

static void take_threads(struct record_options *o)
{
	o->threads = (struct thread_spec){ .kind = THREAD_CPU };
}

static int parse_threads(struct record_options *o, const char *text, struct error *err)
{
	return thread_spec_parse(&o->threads, text, err);
}

static int take_affinity(struct record_options *o, const char *text, struct error *err)
{
	static const char *const words[] = {
		[AFFINITY_SYS] = "sys",
		[AFFINITY_NODE] = "node",
		[AFFINITY_CPU] = "cpu",
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (!strcmp(text, words[i])) {
			o->session.affinity = (enum thread_affinity)i;
			return 0;
		}
	return error_set(err, -EINVAL, "--affinity '%s': there are sys, node and cpu", text);
}

static void take_realtime(struct record_options *o, uint64_t number)
{
	o->realtime = (int)number;
}

/* Rings are drained when they are a quarter full, which is the most that Linux perf waits for. */
static int check_flush(struct record_options *o, const char *text, struct error *err)
{
	uint64_t bytes;

	(void)o;
	if (option_size(text, 1, &bytes))
		return 0;
	return error_set(err, -EINVAL, "--mmap-flush '%s': not a size such as 4096, 64K or 1M", text);
}

static int check(const struct record_options *o, struct error *err)
{
	if (o->threads.kind != THREAD_NONE && o->session.affinity != AFFINITY_SYS)
		return error_set(err, -EINVAL,
				 "--threads and --affinity exclude each other: the second moves the one thread that "
				 "drains all buffers");
	return 0;
}

int thread_options_run_realtime(const struct record_options *o, struct error *err)
{
	const struct sched_param param = { .sched_priority = o->realtime };

	if (!o->realtime || !sched_setscheduler(0, SCHED_FIFO, &param))
		return 0;
	if (errno == EPERM)
		return error_set(
			err, -EPERM,
			"-r %d: cannot set the realtime priority: %s; it takes root (CAP_SYS_NICE), or a limit "
			"that allows it: ulimit -r %d",
			o->realtime, strerror(EPERM), o->realtime);
	return error_set(err, -errno, "-r %d: cannot set the realtime priority: %s", o->realtime, strerror(errno));
}

void thread_options_end_realtime(const struct record_options *o)
{
	const struct sched_param param = { .sched_priority = 0 };

	if (o->realtime)
		sched_setscheduler(0, SCHED_OTHER, &param);
}

static const struct record_option options[] = {
	{ 0, "threads", "N|cpu|core|package|numa|LISTS",
	  "drain the buffers with several threads: N of them, one for each CPU,\n"
	  "core, package or node, or as lists of CPUs say, such as 0-1/0:2-3/2\n"
	  "(CPUs whose buffers it drains/CPUs it runs on; default: cpu)",
	  OPTION_ARG_OPTIONAL, .set = take_threads, .parse = parse_threads },
	{ 0, "affinity", "sys|node|cpu", "drain each buffer on any CPU, on the node of its CPU, or on its CPU",
	  .parse = take_affinity },
	{ 'r', "realtime", "PRIO", "record with realtime priority PRIO (SCHED_FIFO), 1 to 99",
	  .range = { 0, "-r", 0, REALTIME_MAX, NULL, NULL }, .set_number = take_realtime },
	{ 0, "mmap-flush", "SIZE", "buffers are drained a quarter full", OPTION_HIDDEN, .parse = check_flush },
	{ 0 },
};

const struct option_theme thread_theme = { options, check, NULL };
