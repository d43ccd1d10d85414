#include "report/turns.h"

void turns_init(struct turns *t)
{
	*t = (struct turns){ 0 };
	pthread_mutex_init(&t->lock, NULL);
	pthread_cond_init(&t->moved, NULL);
}

void turns_fini(struct turns *t)
{
	pthread_cond_destroy(&t->moved);
	pthread_mutex_destroy(&t->lock);
}

bool turns_wait(struct turns *t, uint64_t number)
{
	bool go_on;

	pthread_mutex_lock(&t->lock);
	while (t->now != number && !t->error.code)
		pthread_cond_wait(&t->moved, &t->lock);
	go_on = !t->error.code;
	pthread_mutex_unlock(&t->lock);
	return go_on;
}

void turns_pass(struct turns *t)
{
	pthread_mutex_lock(&t->lock);
	t->now++;
	pthread_cond_broadcast(&t->moved);
	pthread_mutex_unlock(&t->lock);
}

void turns_end(struct turns *t, const struct error *err)
{
	pthread_mutex_lock(&t->lock);
	if (!t->error.code)
		t->error = *err;
	pthread_cond_broadcast(&t->moved);
	pthread_mutex_unlock(&t->lock);
}
