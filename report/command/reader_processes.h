/*
 * reader_processes: for a command that shows names, the processes beside it: one that opens files which may lie on a
 * file system that does not answer (report/elf/file_opener.h), and one that has what running processes of containers
 * say of the code they made (report/symbols/process_files.h).
 */
#ifndef PREC_REPORT_COMMAND_READER_PROCESSES_H
#define PREC_REPORT_COMMAND_READER_PROCESSES_H

#include "report/command/reader_options.h"

/*
 * Before the sandbox is entered and before any thread is started. With --symfs it is not this machine's processes that
 * were recorded, and none is asked; what keeps it from being done otherwise is only said with -v.
 */
void reader_processes_start(struct reader_options *o);

/* The input is open: only processes of its machine and of its time are asked. */
void reader_processes_limit(struct reader_options *o, const struct perf_file *file);

void reader_processes_stop(struct reader_options *o);

#endif
