/*
 * source: what source code lies at addresses of files: the functions inlined there, files and lines.
 *
 *	source_file_find ---> windows that are known ---> those that were kept ---> a worker makes one more
 *
 * Workers (report/source/source_worker.h) read the files; of what they answer every index is checked, and nothing is
 * believed that could do harm: an address has another line at worst. A worker that ends before it has answered costs
 * the compile unit that it was reading; after SOURCE_DEATHS_MAX of them nothing is asked any more. What was answered is
 * kept for the next time (report/source/source_kept.h).
 *
 * Thread: every function but source_new, source_keep and source_free may be called from any number of threads at the
 * same time. Each worker is asked by one at a time.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_H
#define PREC_REPORT_SOURCE_SOURCE_H

#include "report/linecache/line_store.h"
#include "report/source/source_kept.h"
#include "report/source/source_server.h"
#include "report/source/source_window.h"

/* What all windows may take. */
#define SOURCE_MEMORY_MAX (256u << 20)

#define SOURCE_DEATHS_MAX 32u

struct source;
struct source_file;

/*
 * Borrows the server, one that was started, and the directory of the line cache; NULL: nothing was kept. NULL without
 * memory.
 */
struct source *source_new(const struct source_server *server, const char *cache);
/* Of all files, too. */
void source_free(struct source *s);

/* A file in which something is looked up; nothing is opened yet. Copies the place. NULL without memory. */
struct source_file *source_file_new(struct source *s, const struct source_origin *place);

/*
 * The row of an address, as disassemblers show it, and the window it is of, until source_free. want_lines: with files
 * and lines, which takes longer. False: nothing is known.
 */
bool source_file_find(struct source_file *f, uint64_t address, bool want_lines, const struct source_window **ret_window,
		      const struct source_row **ret_row);

/*
 * Looks up n addresses, ascending, so that source_file_find finds their windows. worker: who is asked, counted from 0;
 * several threads do not wait for each other if theirs differ, up to source_workers().
 */
void source_file_prepare(struct source_file *f, const uint64_t *addresses, uint32_t n, bool want_lines,
			 unsigned worker);
unsigned source_workers(const struct source *s);

/* What came of it. */
struct source_counts {
	uint64_t requests; /* to workers, each for any number of addresses */
	uint64_t asked;    /* windows that they made */
	uint32_t workers;  /* that were asked */
	uint64_t kept;     /* windows that were in the cache */
	int code;          /* errno: no more workers could be started, or files opened; 0: all could */
	uint32_t lost;     /* compile units, or whole files, that could not be read to the end */
};

struct source_counts source_counts(struct source *s);

/*
 * Each file of which a part is not here that was looked for: missing is the name that it has for it, more: and others
 * are not. What was answered from the cache was not looked for. One thread, when nothing is asked any more.
 */
typedef void source_missing_taker(const char *file, const char *missing, bool more);
void source_each_missing(struct source *s, source_missing_taker *take);

/* Has the keeper keep what is new. *ret_n: the number of files. 0 or the negative errno of the last one that failed. */
int source_keep(struct source *s, struct line_store *keeper, uint32_t *ret_n);

#endif
