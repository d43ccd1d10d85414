#include "common/write_order.h"

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
