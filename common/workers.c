#include "common/workers.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

struct worker {
	pthread_t thread;
	bool running;
	unsigned number;
	void (*work)(void *context, unsigned worker);
	void *context;
};

unsigned workers_default(void)
{
	cpu_set_t set;
	int n;

	if (sched_getaffinity(0, sizeof(set), &set))
		return 1;
	n = CPU_COUNT(&set);
	return n < 1 ? 1 : n > WORKERS_MAX ? WORKERS_MAX : (unsigned)n;
}

static void *worker_main(void *arg)
{
	struct worker *w = arg;

	w->work(w->context, w->number);
	return NULL;
}

void workers_run(unsigned n, void (*work)(void *context, unsigned worker), void *context)
{
	struct worker workers[WORKERS_MAX];

	if (n > WORKERS_MAX)
		n = WORKERS_MAX;
	for (unsigned i = 1; i < n; i++) {
		workers[i] = (struct worker){ .number = i, .work = work, .context = context };
		workers[i].running = !pthread_create(&workers[i].thread, NULL, worker_main, &workers[i]);
	}
	if (n)
		work(context, 0);
	for (unsigned i = 1; i < n; i++) {
		if (workers[i].running)
			pthread_join(workers[i].thread, NULL);
		else
			work(context, i);
	}
}
