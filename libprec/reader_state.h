/*
 * reader_state: the members of struct prec_reader: a file, the current block, and what was decoded last.
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
	size_t at; /* offset of the next record in the block */
	struct event_finder finder;
	enum regs_arch arch;
	struct prec_record record;
	struct event_attr *attrs;    /* one for each event, in the kernel's layout */
	struct prec_sample *samples; /* one for each event: fields that its samples do not have stay 0 */
	struct prec_sample *sample;  /* that of the event found last (finder.last) */
	struct prec_mmap mmap;
	struct build_id build_id; /* of mmap */
	struct prec_comm comm;
	struct prec_task task;
	struct strtab names;
	struct u32map comms; /* string ids of threads' names, by tid */
	struct {
		uint32_t tid;
		const char *comm; /* NULL: no name was asked for yet */
	} recent;                 /* the name that was asked for last */
};

/* Returns the internal form of a record; it borrows the data. */
struct record reader_record(const struct prec_record *record);

/* Keeps the threads' names that a record of any type has. 0 or -ENOMEM. */
int reader_follow_names(struct prec_reader *r, const struct record *record);

#endif
