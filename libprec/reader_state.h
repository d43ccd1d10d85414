/*
 * reader_state: the inside of a struct prec_reader: a file, the way through its blocks, and what was decoded last.
 *
 * Threads: one at a time.
 */
#ifndef PREC_LIBPREC_READER_STATE_H
#define PREC_LIBPREC_READER_STATE_H

#include "common/hash_table.h"
#include "common/strtab.h"
#include "formats/file/blocks.h"
#include "formats/file/perf_file.h"
#include "formats/record/regs.h"

#include <prec/reader.h>

struct prec_reader {
	struct perf_file *file;
	struct blocks *blocks;
	struct block_reader *walk;
	struct block block;
	size_t at; /* in the block */
	struct event_finder finder;
	enum regs_arch arch;
	struct prec_record record;
	struct event_attr *attrs;    /* of each event, as the kernel has them */
	struct prec_sample *samples; /* of each event: fields that it does not have stay 0 */
	struct prec_sample *sample;  /* the one of finder.last */
	struct prec_mmap mmap;
	struct build_id build_id; /* of mmap */
	struct prec_comm comm;
	struct prec_task task;
	struct strtab names;
	struct u32map comms; /* from a thread to its name */
	struct {
		uint32_t tid;
		const char *comm; /* NULL: nobody's yet */
	} recent;                 /* whose name was asked for last */
};

struct record reader_record(const struct prec_record *record);

/* Takes what a record of any type says of threads' names. 0 or -ENOMEM. */
int reader_follow_names(struct prec_reader *r, const struct record *record);

#endif
