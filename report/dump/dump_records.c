#include "report/dump/dump_records.h"

#include "common/workers.h"
#include "common/write_order.h"
#include "formats/file/file_arch.h"

#include <errno.h>
#include <stdlib.h>

struct dump_run {
	const struct dump_job *job;
	enum regs_arch arch;
	pthread_mutex_t reading;
	uint64_t n_read; /* blocks so far */
	struct write_order order;
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
	if (!write_order_wait(&w->run->order, w->number))
		return -ECANCELED;
	counts_add(&w->run->counts, &w->counts);
	write_order_pass(&w->run->order);
	return 0;
}

/* The buffer is full, or the block at its end. */
static int worker_turn(void *context)
{
	struct dump_worker *w = context;

	return write_order_wait(&w->run->order, w->number) ? 0 : -ECANCELED;
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
		write_order_end(&run->order, &err);
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
		write_order_end(&run->order, &err);
	block_reader_free(w->reader);
	free(w);
}

int dump_records(const struct dump_job *job, struct dump_counts *ret_counts, struct error *err)
{
	struct dump_run run = { .job = job, .arch = file_arch(job->file) };

	write_order_init(&run.order);
	pthread_mutex_init(&run.reading, NULL);
	workers_run(job->workers, run_work, &run);
	pthread_mutex_destroy(&run.reading);
	write_order_fini(&run.order);
	*ret_counts = run.counts;
	if (run.order.error.code && err)
		*err = run.order.error;
	return run.order.error.code;
}
