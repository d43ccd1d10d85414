#include "report/command/reader_processes.h"

#include "common/log.h"
#include "formats/file/file_facts.h"
#include "report/elf/file_opener.h"
#include "report/symbols/process_files.h"

#include <sys/stat.h>

static void stop_looking(struct reader_options *o)
{
	process_files_stop(o->symbols.processes);
	o->symbols.processes = NULL;
}

void reader_processes_start(struct reader_options *o)
{
	/* A folder that is open here alone is found by nobody else. */
	if (!*o->symbols.symfs_opened)
		o->symbols.opener = file_opener_start();
	if (o->symbols.symfs && *o->symbols.symfs)
		return;
	o->symbols.processes = process_files_start();
	if (!o->symbols.processes)
		log_verbose("no process to look into containers with");
}

void reader_processes_limit(struct reader_options *o, const struct perf_file *file)
{
	char host[FILE_HOST_MAX];
	struct stat st;

	file_hostname(file, host);
	if (*host && !file_host_is_this(host))
		stop_looking(o);
	else if (!fstat(file->fd, &st))
		process_files_limit(o->symbols.processes, st.st_mtime);
}

void reader_processes_stop(struct reader_options *o)
{
	stop_looking(o);
	aside_server_stop(o->symbols.opener);
	o->symbols.opener = NULL;
}
