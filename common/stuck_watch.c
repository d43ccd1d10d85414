#include "common/stuck_watch.h"

#include "common/buffer.h"
#include "common/clock_ns.h"
#include "common/fileio.h"
#include "common/task_stat.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#define STAT_MAX 4096

/* The longest time between two looks that counts: if more has passed, this process did not run. */
#define SEEN_NS (2 * STUCK_LOOK_MS * NS_PER_MS)

/* True if the process runs, waits for a CPU, or is stopped. One that /proc does not show counts as stuck. */
static bool has_reason(pid_t pid)
{
	struct task_stat stat = { .state = 'S' };
	struct buffer text;
	char path[32];

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	buffer_init(&text);
	if (!fileio_read_file(AT_FDCWD, path, &text, STAT_MAX))
		task_stat_parse(&stat, (const char *)text.data);
	buffer_fini(&text);
	return strchr("RTt", stat.state);
}

static bool has_worked(struct stuck_watch *w)
{
	const uint64_t before = w->worked;

	if (w->has_cpu)
		w->worked = clock_ns(w->cpu);
	return w->worked != before;
}

void stuck_watch_begin(struct stuck_watch *w, pid_t pid)
{
	*w = (struct stuck_watch){ .pid = pid, .looked = clock_now() };
	w->has_cpu = !clock_getcpuclockid(pid, &w->cpu);
	has_worked(w);
}

void stuck_watch_look(struct stuck_watch *w)
{
	const uint64_t now = clock_now(), passed = now - w->looked, seen = passed < SEEN_NS ? passed : SEEN_NS;

	w->looked = now;
	w->watched += seen;
	w->idle = has_worked(w) || has_reason(w->pid) ? 0 : w->idle + seen;
}
