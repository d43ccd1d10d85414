/*
 * source: finds the source code at an address of a file: inlined functions, files and lines.
 *
 *	source_file_find ---> windows in memory ---> windows in the line cache ---> a worker makes one more
 *
 * Workers (report/source/source_worker.h) read the files. Their answers are untrusted: every index is checked, so that
 * a hostile worker can at worst report a wrong line. If a worker ends before it has answered, the compile unit that it
 * was reading is lost; after SOURCE_DEATHS_MAX of them no worker is asked any more. Answers are stored in the line
 * cache (report/source/source_kept.h).
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

/* Limit of the memory of all windows, in bytes. */
#define SOURCE_MEMORY_MAX (256u << 20)

#define SOURCE_DEATHS_MAX 32u

struct source;
struct source_file;

/*
 * Makes the cache of windows. Borrows the server, which was started, and cache, the directory of the line cache; NULL:
 * none. NULL without memory.
 */
struct source *source_new(const struct source_server *server, const char *cache);
/* Frees it and all its files. */
void source_free(struct source *s);

/* Adds a file to look up addresses in. Opens nothing yet. Copies the origin. NULL without memory. */
struct source_file *source_file_new(struct source *s, const struct source_origin *origin);

/*
 * Finds the row of an address, as disassemblers show it, and its window; both valid until source_free. want_lines: with
 * files and lines, which takes longer. False: nothing is known.
 */
bool source_file_find(struct source_file *f, uint64_t address, bool want_lines, const struct source_window **ret_window,
		      const struct source_row **ret_row);

/*
 * Looks up n addresses, ascending, so that source_file_find will find their windows. worker: which worker is asked,
 * from 0. Threads that use different workers, up to source_workers(), do not wait for each other.
 */
void source_file_prepare(struct source_file *f, const uint64_t *addresses, uint32_t n, bool want_lines,
			 unsigned worker);
unsigned source_workers(const struct source *s);

/*
 * Asks what the code of a function accesses: *ret_answer, emptied first, gets what the worker's source_code_answerer
 * (report/source/source_worker.h) says, which is untrusted. code: at most SOURCE_CODE_MAX bytes from an address, as
 * disassemblers show it. False: no answer.
 */
bool source_file_ask_code(struct source_file *f, uint64_t address, const void *code, uint32_t size,
			  struct buffer *ret_answer);

/* Statistics. */
struct source_counts {
	uint64_t requests; /* requests to workers, each for one or more addresses */
	uint64_t asked;    /* windows that workers made */
	uint32_t workers;  /* workers that were asked */
	uint64_t kept;     /* windows found in the line cache */
	int code;          /* errno: no more workers could be started, or files opened; 0: all could */
	uint32_t lost;     /* compile units, or whole files, that could not be read to the end */
};

struct source_counts source_counts(struct source *s);

/*
 * Calls take for each file with missing debug information: missing is the name by which the file refers to the missing
 * part, more: other parts are missing too. Answers from the line cache do not count. Call it from one thread, after all
 * lookups.
 */
typedef void source_missing_taker(const char *file, const char *missing, bool more);
void source_each_missing(struct source *s, source_missing_taker *take);

/*
 * Stores new windows in the line cache. *ret_n: the number of files stored. 0, or the negative errno of the last file
 * that failed.
 */
int source_keep(struct source *s, struct line_store *store, uint32_t *ret_n);

#endif
