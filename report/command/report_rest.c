#include "report/command/report_rest.h"

#include "common/workers.h"
#include "report/command/report_make.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static void *make_rows(void *rest)
{
	struct report_rest *w = rest;

	w->result = report_analyse(w->report, &w->error);
	if (!w->result)
		w->result = report_name(w->report, &w->error);
	/* Whoever reads comes to the end. */
	close(w->ready[1]);
	return NULL;
}

/* Without signals, but for those of a thread's own doing; its workers are made with the same. */
static bool start_thread(struct report_rest *w)
{
	static const int own[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS };
	sigset_t blocked, before;
	bool ok;

	sigfillset(&blocked);
	for (size_t i = 0; i < ARRAY_SIZE(own); i++)
		sigdelset(&blocked, own[i]);
	pthread_sigmask(SIG_BLOCK, &blocked, &before);
	ok = !pthread_create(&w->thread, NULL, make_rows, w);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return ok;
}

bool report_rest_start(struct report_rest *w, struct report *r)
{
	*w = (struct report_rest){ .report = r, .error = ERROR_INIT };
	if (pipe2(w->ready, O_CLOEXEC))
		return false;
	r->reader.is_behind_screen = true;
	w->is_running = start_thread(w);
	if (w->is_running)
		return true;
	close(w->ready[0]);
	close(w->ready[1]);
	return false;
}

int report_rest_finish(struct report_rest *w, struct error *err)
{
	pthread_join(w->thread, NULL);
	close(w->ready[0]);
	w->is_running = false;
	if (w->result)
		*err = w->error;
	return w->result;
}

void report_rest_stop(struct report_rest *w)
{
	struct error err = ERROR_INIT;

	if (!w->is_running)
		return;
	workers_stop(true);
	report_rest_finish(w, &err);
	workers_stop(false);
}
