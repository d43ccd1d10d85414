#include "common/workers.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>

struct worker {
	pthread_t thread;
	bool is_running;
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
		workers[i].is_running = !pthread_create(&workers[i].thread, NULL, worker_main, &workers[i]);
	}
	if (n)
		work(context, 0);
	for (unsigned i = 1; i < n; i++) {
		if (workers[i].is_running)
			pthread_join(workers[i].thread, NULL);
		else
			work(context, i);
	}
}

static _Atomic bool are_stopped;

void workers_stop(bool stop)
{
	atomic_store(&are_stopped, stop);
}

bool workers_are_stopped(void)
{
	return atomic_load_explicit(&are_stopped, memory_order_relaxed);
}

void write_order_init(struct write_order *t)
{
	*t = (struct write_order){ 0 };
	pthread_mutex_init(&t->lock, NULL);
	pthread_cond_init(&t->moved, NULL);
}

void write_order_fini(struct write_order *t)
{
	pthread_cond_destroy(&t->moved);
	pthread_mutex_destroy(&t->lock);
}

bool write_order_wait(struct write_order *t, uint64_t number)
{
	bool go_on;

	pthread_mutex_lock(&t->lock);
	while (t->now != number && !t->error.code)
		pthread_cond_wait(&t->moved, &t->lock);
	go_on = !t->error.code;
	pthread_mutex_unlock(&t->lock);
	return go_on;
}

void write_order_pass(struct write_order *t)
{
	pthread_mutex_lock(&t->lock);
	t->now++;
	pthread_cond_broadcast(&t->moved);
	pthread_mutex_unlock(&t->lock);
}

void write_order_end(struct write_order *t, const struct error *err)
{
	pthread_mutex_lock(&t->lock);
	if (!t->error.code)
		t->error = *err;
	pthread_cond_broadcast(&t->moved);
	pthread_mutex_unlock(&t->lock);
}
