#include "common/aside_steps.h"

#include "common/aside.h"
#include "common/clock_ns.h"
#include "common/stuck_watch.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATIENCE_MS       2000 /* without progress or work; each further time half of that */
#define PATIENCE_LEAST_MS 30
#define STEP_MS           30000 /* with progress */
#define ALL_MS            120000
#define STUCK_MAX         256

/* Memory that both processes share. */
struct state {
	volatile uint32_t at; /* the step that is being done */
};

void *aside_memory(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

void aside_memory_free(void *memory, size_t size)
{
	if (memory)
		munmap(memory, size);
}

_Noreturn static void work(const struct aside_steps *s, struct state *state)
{
	aside_detach(s->keep, s->n_keep);
	if (s->begin && !s->begin(s->context))
		state->at = s->n;
	for (; state->at < s->n; state->at++)
		s->step(s->context, state->at);
	_exit(0);
}

struct watched {
	struct stuck_watch process;
	uint32_t at;
	uint64_t progress;
	uint64_t begun; /* the step, as process.watched has time */
};

static uint64_t progress_of(const struct aside_steps *s)
{
	return s->progress ? *s->progress : 0;
}

/* True if the current step has to be given up. left: how many ns all steps may still take. */
static bool is_stuck(struct watched *w, const struct aside_steps *s, const struct state *state, unsigned stuck,
		     uint64_t left)
{
	const uint64_t progress = progress_of(s);
	uint64_t ms = PATIENCE_MS >> (stuck < 8 ? stuck : 8);

	if (ms < PATIENCE_LEAST_MS)
		ms = PATIENCE_LEAST_MS;
	stuck_watch_look(&w->process);
	if (w->at != state->at)
		w->begun = w->process.watched;
	if (w->at != state->at || w->progress != progress)
		w->process.idle = 0;
	w->at = state->at;
	w->progress = progress;
	return w->process.watched > left || w->process.idle > ms * NS_PER_MS ||
	       w->process.watched - w->begun > STEP_MS * NS_PER_MS;
}

/* Waits for a process. True: it has ended; false: it is stuck. Subtracts the time from *left. */
static bool await(pid_t pid, const struct aside_steps *s, const struct state *state, unsigned stuck, uint64_t *left)
{
	struct watched w = { .at = state->at };
	/* Before Linux 5.3 there is none, and nothing to wait for but time. */
	struct pollfd ends = { .fd = (int)syscall(SYS_pidfd_open, pid, 0), .events = POLLIN };
	bool ended = false;

	stuck_watch_begin(&w.process, pid);
	while (!ended && !is_stuck(&w, s, state, stuck, *left)) {
		poll(&ends, 1, STUCK_LOOK_MS);
		ended = waitpid(pid, NULL, WNOHANG) == pid;
	}
	*left -= w.process.watched < *left ? w.process.watched : *left;
	if (ends.fd >= 0)
		close(ends.fd);
	return ended;
}

int aside_steps_run(const struct aside_steps *s)
{
	struct state *state = aside_memory(sizeof(*state));
	uint64_t left = ALL_MS * NS_PER_MS;
	unsigned stuck = 0;
	int result = state ? 0 : -ENOMEM;

	while (!result && state->at < s->n) {
		const uint32_t from = state->at;
		pid_t pid = fork();

		if (!pid)
			work(s, state);
		if (pid < 0) {
			result = -errno;
		} else if (await(pid, s, state, stuck, &left)) {
			/* If the process has crashed or was killed in a step, that step is skipped. */
			if (state->at < s->n)
				state->at++;
		} else {
			kill(pid, SIGKILL);
			waitpid(pid, NULL, WNOHANG);
			state->at = state->at >= from ? state->at + 1 : from + 1;
			if (++stuck == STUCK_MAX || !left)
				result = -ETIMEDOUT;
		}
	}
	aside_memory_free(state, sizeof(*state));
	return !result && stuck ? -ETIMEDOUT : result;
}
