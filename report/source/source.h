/*
 * source: what source code lies at addresses of files: the functions inlined there, files and lines.
 *
 *	source_file_find ---> windows that are known ---> a worker is asked ---> one more window
 *
 * Workers (report/source/source_worker.h) read the files; of what they answer every index is checked, and nothing is
 * believed that could do harm: an address has another line at worst. A worker that ends before it has answered costs
 * the compile unit that it was reading; after SOURCE_DEATHS_MAX of them nothing is asked any more.
 *
 * Thread: every function but source_new and source_free may be called from any number of threads at the same time.
 */
#ifndef PREC_REPORT_SOURCE_SOURCE_H
#define PREC_REPORT_SOURCE_SOURCE_H

#include "report/source/source_server.h"
#include "report/source/source_window.h"

/* What all windows may take. */
#define SOURCE_MEMORY_MAX (256u << 20)

#define SOURCE_DEATHS_MAX 32u

struct source;
struct source_file;

/* Borrows the server, one that was started. NULL without memory. */
struct source *source_new(const struct source_server *server);
/* Of all files, too. */
void source_free(struct source *s);

/*
 * A file in which something is looked up; nothing is opened yet. device, inode: of the file that is meant; symfs: below
 * which its separate debug files are, or "". Copies the strings. NULL without memory.
 */
struct source_file *source_file_new(struct source *s, const char *path, const char *symfs, uint64_t device,
				    uint64_t inode);

/*
 * The row of an address, as disassemblers show it, and the window it is of, until source_free. want_lines: with files
 * and lines, which takes longer. False: nothing is known.
 */
bool source_file_find(struct source_file *f, uint64_t address, bool want_lines, const struct source_window **ret_window,
		      const struct source_row **ret_row);

/* How many compile units, or whole files, could not be read to the end. */
uint32_t source_lost(struct source *s);

#endif
