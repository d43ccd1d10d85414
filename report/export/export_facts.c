#include "report/export/export_facts.h"

#include "formats/file/wall_clock.h"

#include <inttypes.h>
#include <stdio.h>

/* --- times --------------------------------------------------------------------------------- */

/* Times that are no times, of a damaged file, are not known. */
static void facts_set_times(struct export_facts *f, const struct export *x)
{
	const struct perf_file *file = x->profile->file;
	const struct wall_clock clock = wall_clock_read(file);
	/* When the file was last written, unless it is a copy, is when the recording ended. */
	const uint64_t end = file->time;
	bool has_times = perf_file_samples_have(file, PERF_SAMPLE_TIME) && x->first <= x->last;

	if (has_times && x->last - x->first <= INT64_MAX)
		f->duration = x->last - x->first;
	if (has_times && clock.is_known)
		f->time = wall_clock_at(&clock, x->first);
	else if (end > f->duration)
		f->time = end - f->duration;
	if (f->time > INT64_MAX - f->duration)
		f->time = 0;
}

int export_facts_init(struct export_facts *f, const struct export *x)
{
	*f = (struct export_facts){ 0 };
	facts_set_times(f, x);
	return recording_facts_read(&f->recording, x->profile->file);
}

void export_facts_fini(struct export_facts *f)
{
	recording_facts_fini(&f->recording);
}

/* --- lines --------------------------------------------------------------------------------- */

static const char *put_line(char *text, const char *what, const char *value)
{
	if (!*value)
		return "";
	snprintf(text, EXPORT_FACT_SIZE, "%s: %s", what, value);
	return text;
}

static const char *put_lost(char *text, uint64_t lost)
{
	if (!lost)
		return "";
	snprintf(text, EXPORT_FACT_SIZE, "lost samples: %" PRIu64, lost);
	return text;
}

const char *export_facts_line(const struct export_facts *f, const struct export *x, unsigned i,
			      char text[static EXPORT_FACT_SIZE])
{
	switch (i) {
	case 0: return put_line(text, "command", f->recording.command);
	case 1: return put_line(text, "host", f->recording.host);
	case 2: return put_line(text, "kernel", f->recording.kernel);
	case 3: return put_line(text, "machine", f->recording.arch);
	case 4: return put_lost(text, export_lost(x));
	case 5: return x->damaged ? "damaged: parts of the recording could not be read" : "";
	default: return NULL;
	}
}
