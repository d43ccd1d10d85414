#include "report/export/export_formats.h"

#include "common/bytes.h"
#include "report/export/export_callgrind.h"
#include "report/export/export_chrome.h"
#include "report/export/export_firefox.h"
#include "report/export/export_otlp.h"
#include "report/export/export_perfetto.h"
#include "report/export/export_pprof.h"
#include "report/export/export_speedscope.h"

#include <string.h>

static const struct export_format formats[] = {
	{ .name = "firefox",
	  .reader = "profiler.firefox.com: drop FILE there, it stays in the browser",
	  .holds = EXPORT_EVENTS | EXPORT_WEIGHTS | EXPORT_TIMES | EXPORT_THREADS | EXPORT_INLINES | EXPORT_LINES |
		   EXPORT_BUILD_IDS | EXPORT_MARKERS | EXPORT_COUNTERS,
	  .write_times = export_firefox,
	  .types = EXPORT_FIREFOX_TYPES },
	{ .name = "perfetto",
	  .reader = "ui.perfetto.dev: open FILE, it stays in the browser",
	  .holds = EXPORT_EVENTS | EXPORT_WEIGHTS | EXPORT_TIMES | EXPORT_THREADS | EXPORT_CPUS | EXPORT_LINES |
		   EXPORT_BUILD_IDS | EXPORT_MARKERS | EXPORT_COUNTERS,
	  .is_binary = true,
	  .write_times = export_perfetto,
	  .types = EXPORT_PERFETTO_TYPES },
	{ .name = "chrome",
	  .reader = "ui.perfetto.dev and chrome://tracing: slices; speedscope: samples",
	  .holds = EXPORT_EVENTS | EXPORT_WEIGHTS | EXPORT_TIMES | EXPORT_THREADS | EXPORT_CPUS | EXPORT_MARKERS |
		   EXPORT_COUNTERS,
	  .write_times = export_chrome,
	  .types = EXPORT_CHROME_TYPES },
	{ .name = "pprof",
	  .reader = "go tool pprof -http=: FILE",
	  .holds = EXPORT_EVENTS | EXPORT_WEIGHTS | EXPORT_THREADS | EXPORT_INLINES | EXPORT_LINES | EXPORT_BUILD_IDS,
	  .is_binary = true,
	  .write_stacks = export_pprof },
	{ .name = "otlp",
	  .reader = "OpenTelemetry collectors, which take it at /v1development/profiles",
	  .holds = EXPORT_EVENTS | EXPORT_WEIGHTS | EXPORT_THREADS | EXPORT_INLINES | EXPORT_LINES | EXPORT_BUILD_IDS,
	  .is_binary = true,
	  .write_stacks = export_otlp },
	{ .name = "otlp-json",
	  .reader = "the same, as JSON",
	  .holds = EXPORT_EVENTS | EXPORT_WEIGHTS | EXPORT_THREADS | EXPORT_INLINES | EXPORT_LINES | EXPORT_BUILD_IDS,
	  .write_stacks = export_otlp_json },
	{ .name = "speedscope",
	  .reader = "https://www.speedscope.app: drop FILE there, it stays in the browser",
	  .holds = EXPORT_EVENTS | EXPORT_WEIGHTS | EXPORT_THREADS,
	  .write_stacks = export_speedscope },
	{ .name = "callgrind",
	  .reader = "kcachegrind FILE; callgrind_annotate --inclusive=yes FILE",
	  .holds = EXPORT_EVENTS | EXPORT_WEIGHTS | EXPORT_LINES,
	  .write_stacks = export_callgrind },
	{ .name = "folded",
	  .reader = "flamegraph.pl FILE >flame.svg; inferno-flamegraph FILE; speedscope",
	  .holds = EXPORT_EVENTS | EXPORT_WEIGHTS | EXPORT_THREADS,
	  .command = EXPORT_BY_REPORT },
	{ .name = "csv",
	  .reader = "spreadsheets; pandas.read_csv(FILE); sqlite3 '.import --csv FILE p'",
	  .holds = EXPORT_EVENTS | EXPORT_WEIGHTS | EXPORT_THREADS | EXPORT_CPUS | EXPORT_INLINES | EXPORT_LINES,
	  .command = EXPORT_BY_REPORT },
	{ .name = "jsonl",
	  .reader = "jq -c . FILE; pandas.read_json(FILE, lines=True); duckdb",
	  .holds = EXPORT_EVENTS | EXPORT_WEIGHTS | EXPORT_THREADS | EXPORT_CPUS | EXPORT_INLINES | EXPORT_LINES,
	  .command = EXPORT_BY_REPORT },
	{ .name = "flamescope",
	  .reader = "FlameScope; the Firefox Profiler and speedscope, as perf script text",
	  .holds = EXPORT_EVENTS | EXPORT_WEIGHTS | EXPORT_TIMES | EXPORT_THREADS | EXPORT_CPUS | EXPORT_INLINES |
		   EXPORT_MARKERS,
	  .command = EXPORT_BY_SCRIPT },
};

const struct export_format *export_format_at(unsigned i)
{
	return i < ARRAY_SIZE(formats) ? &formats[i] : NULL;
}

const struct export_format *export_format_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(formats); i++)
		if (!strcmp(formats[i].name, name))
			return &formats[i];
	return NULL;
}

void export_format_names(char *text, size_t size)
{
	size_t used = 0;

	for (size_t i = 0; i < ARRAY_SIZE(formats) && used < size; i++)
		used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", formats[i].name);
}
