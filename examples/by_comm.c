/*
 * by_comm: how many samples of a recording each program has.
 *
 *	cc by_comm.c $(pkg-config --cflags --libs libprec) -o by_comm && ./by_comm perf.data
 */
#define _GNU_SOURCE /* tdestroy */
#include <prec/reader.h>

#include <search.h>
#include <stdio.h>
#include <stdlib.h>

struct program {
	const char *comm; /* the reader's: the same text is in one place */
	unsigned long samples;
};

static int compare(const void *a, const void *b)
{
	const struct program *x = a, *y = b;

	return (x->comm > y->comm) - (x->comm < y->comm);
}

static void show(const void *node, VISIT visit, int depth)
{
	const struct program *p = *(struct program *const *)node;

	(void)depth;
	if (visit == postorder || visit == leaf)
		printf("%10lu  %s\n", p->samples, *p->comm ? p->comm : "(no name)");
}

/* Samples of one program come in rows. */
static struct program *find(void **programs, const char *comm, struct program *last)
{
	struct program wanted = { comm, 0 }, **found;

	if (last && last->comm == comm)
		return last;
	found = tfind(&wanted, programs, compare);
	if (found)
		return *found;
	last = calloc(1, sizeof(*last));
	if (last)
		last->comm = comm;
	return last && tsearch(last, programs, compare) ? last : NULL;
}

int main(int argc, char **argv)
{
	const struct prec_record *record;
	const struct prec_sample *sample;
	unsigned long samples = 0;
	struct prec_reader *reader;
	struct prec_error err;
	struct program *program = NULL;
	void *programs = NULL;
	int result;

	if (prec_reader_open(&reader, argc > 1 ? argv[1] : "perf.data", &err)) {
		fprintf(stderr, "by_comm: %s\n", err.message);
		return 1;
	}
	while ((result = prec_reader_next(reader, &record, &err)) > 0) {
		samples += record->type == PREC_RECORD_SAMPLE;
		sample = prec_reader_sample(reader, record);
		if (!sample)
			continue;
		program = find(&programs, prec_reader_comm(reader, sample->tid), program);
		if (!program)
			return 1;
		program->samples++;
	}
	twalk(programs, show);
	printf("%10lu  samples\n", samples);
	if (result < 0)
		fprintf(stderr, "by_comm: %s\n", err.message);
	else if (prec_reader_damage(reader, &err))
		fprintf(stderr, "by_comm: damaged: %s\n", err.message);
	tdestroy(programs, free);
	prec_reader_close(reader);
	return result < 0;
}
