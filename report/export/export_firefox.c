#include "report/export/export_firefox.h"

#include "report/export/firefox_counters.h"
#include "report/export/firefox_meta.h"
#include "report/export/firefox_threads.h"

#include <errno.h>

/* What the profiler has for web pages only. */
static void put_nothing(struct json *j, const char *name)
{
	json_name(j, name);
	json_begin(j, '[');
	json_end(j, ']');
}

static int put_profile(struct json *j, struct firefox_threads *threads, struct firefox_tables *tables)
{
	struct export_counts *counts = threads->walk->export->counts;
	int result;

	json_begin(j, '{');
	result = firefox_put_meta(threads->walk, tables, j, threads->markers.zero);
	if (!result)
		result = firefox_put_libs(tables, j);
	put_nothing(j, "pages");
	if (!result && counts)
		result = firefox_put_counters(counts, tables, j, firefox_first_pid(threads));
	else if (!result)
		put_nothing(j, "counters");
	put_nothing(j, "profilerOverhead");
	if (!result)
		result = firefox_put_shared(tables, j);
	if (!result)
		result = firefox_put_threads(threads, tables, j);
	json_end(j, '}');
	fputc('\n', j->out);
	return result;
}

int export_firefox(FILE *out, struct time_walk *walk, struct error *err)
{
	struct json j = { .out = out };
	struct firefox_threads threads;
	struct firefox_tables tables;
	int result = firefox_threads_read(&threads, walk, err);

	if (!result) {
		result = firefox_tables_init(&tables, walk->export);
		if (!result)
			result = firefox_marker_names(&tables);
		if (!result)
			result = put_profile(&j, &threads, &tables);
		if (result)
			result = error_nomem(err);
		firefox_tables_fini(&tables);
	}
	firefox_threads_fini(&threads);
	return result;
}
