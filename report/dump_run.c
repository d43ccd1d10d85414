#include "report/dump.h"

#include "common/workers.h"
#include "report/file_arch.h"
#include "report/turns.h"

#include <errno.h>
#include <stdlib.h>

struct dump_run {
	const struct dump_job *job;
	enum regs_arch arch;
	pthread_mutex_t reading;
	uint64_t n_read; /* blocks so far */
	struct turns turns;
	struct dump_counts counts;
};

/* What one worker has. */
struct dump_worker {
	struct dump_run *run;
	struct block_reader *reader;
	struct block block;
	uint64_t number; /* of the block */
	struct dump_out out;
	struct dump_writer writer;
	struct dump_lines lines;
	struct dump_counts counts; /* of the block */
};

/* 1; 0 at the end; a negative errno. */
static int worker_read(struct dump_worker *w, struct error *err)
{
	struct dump_run *run = w->run;
	int result;

	pthread_mutex_lock(&run->reading);
	result = block_reader_next(w->reader, &w->block, err);
	if (result > 0)
		w->number = run->n_read++;
	pthread_mutex_unlock(&run->reading);
	return result;
}

static void worker_show(struct dump_worker *w)
{
	const struct dump_job *job = w->run->job;
	struct record r;
	size_t pos = 0;

	memset(&w->counts, 0, sizeof(w->counts));
	while (block_next_record(&w->block, job->file->swap, &pos, &r))
		if (dump_types_have(&job->types, r.type))
			dump_record(&w->writer, &w->lines, job->file, &w->block, &r, w->run->arch, &w->counts);
}

static void counts_add(struct dump_counts *sum, const struct dump_counts *c)
{
	if (!sum->damaged)
		sum->first = c->first;
	if (!sum->unknown)
		sum->unknown_type = c->unknown_type;
	sum->records += c->records;
	sum->damaged += c->damaged;
	sum->eventless += c->eventless;
	sum->unknown += c->unknown;
}

/* In its turn: what was more than the buffer holds has waited for that already. */
static int worker_write(struct dump_worker *w, struct error *err)
{
	int result = dump_out_flush(&w->out);

	if (result)
		return error_set(err, result, "the dump cannot be written: %s", strerror(-result));
	if (!turns_wait(&w->run->turns, w->number))
		return -ECANCELED;
	counts_add(&w->run->counts, &w->counts);
	turns_pass(&w->run->turns);
	return 0;
}

/* The buffer is full, or the block at its end. */
static int worker_turn(void *context)
{
	struct dump_worker *w = context;

	return turns_wait(&w->run->turns, w->number) ? 0 : -ECANCELED;
}

static void run_work(void *context, unsigned number)
{
	struct dump_run *run = context;
	struct dump_worker *w = malloc(sizeof(*w));
	struct error err = ERROR_INIT;
	int result;

	(void)number;
	if (!w) {
		error_nomem(&err);
		turns_end(&run->turns, &err);
		return;
	}
	w->run = run;
	dump_out_init(&w->out, run->job->fd);
	w->out.before_write = worker_turn;
	w->out.context = w;
	dump_writer_init(&w->writer, &w->out, run->job->style, run->job->hex);
	dump_lines_init(&w->lines);
	result = block_reader_new(&w->reader, run->job->blocks, &err);
	while (!result && (result = worker_read(w, &err)) > 0) {
		worker_show(w);
		result = worker_write(w, &err);
	}
	if (result < 0 && result != -ECANCELED)
		turns_end(&run->turns, &err);
	block_reader_free(w->reader);
	free(w);
}

int dump_records(const struct dump_job *job, struct dump_counts *ret_counts, struct error *err)
{
	struct dump_run run = { .job = job, .arch = file_arch(job->file) };

	turns_init(&run.turns);
	pthread_mutex_init(&run.reading, NULL);
	workers_run(job->workers, run_work, &run);
	pthread_mutex_destroy(&run.reading);
	turns_fini(&run.turns);
	*ret_counts = run.counts;
	if (run.turns.error.code && err)
		*err = run.turns.error;
	return run.turns.error.code;
}
