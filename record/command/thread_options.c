#include "record/command/thread_options.h"

#include "common/bytes.h"
#include "record/command/option_groups.h"
#include "record/command/record_options.h"

#include <errno.h>
#include <sched.h>
#include <string.h>

#define REALTIME_MAX 99 /* sched(7) */

static int take_threads(void *spec, const char *text, struct error *err)
{
	if (text)
		return thread_spec_parse(spec, text, err);
	*(struct thread_spec *)spec = (struct thread_spec){ .kind = THREAD_CPU };
	return 0;
}

static int take_affinity(void *options, const char *text, struct error *err)
{
	struct record_options *o = options;
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

/* Rings are drained when they are a quarter full, which is the most that Linux perf waits for. */
static int check_flush(void *options, const char *text, struct error *err)
{
	uint64_t bytes;

	(void)options;
	if (option_size(text, 1, &bytes))
		return 0;
	return error_set(err, -EINVAL, "--mmap-flush '%s': not a size such as 4096, 64K or 1M", text);
}

static int check(const void *options, struct error *err)
{
	const struct record_options *o = options;

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

static const struct option options[] = {
	{ 0, "threads", "N|cpu|core|package|numa|LISTS",
	  "drain the buffers with several threads: N of them, one for each CPU,\n"
	  "core, package or node, or as lists of CPUs say, such as 0-1/0:2-3/2\n"
	  "(CPUs whose buffers it drains/CPUs it runs on; default: cpu)",
	  OPTION_ARG_OPTIONAL, OPTION_CALL_OF(struct record_options, threads, take_threads) },
	{ 0, "affinity", "sys|node|cpu", "drain each buffer on any CPU, on the node of its CPU, or on its CPU",
	  OPTION_CALL(take_affinity) },
	{ 'r', "realtime", "PRIO", "record with realtime priority PRIO (SCHED_FIFO), 1 to 99",
	  OPTION_NUMBER(struct record_options, realtime, 0, REALTIME_MAX) },
	{ 0, "mmap-flush", "SIZE", "buffers are drained a quarter full", OPTION_HIDDEN, OPTION_CALL(check_flush) },
	{ 0 },
};

const struct option_group thread_group = { .options = options, .check = check };
