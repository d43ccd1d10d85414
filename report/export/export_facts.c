#include "report/export/export_facts.h"

#include "formats/feature/features_decode.h"
#include "report/profile/wall_clock.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/* --- features ------------------------------------------------------------------------------ */

/* 0, also if the feature is missing or damaged, or -ENOMEM. */
static int read_text(const struct perf_file *file, unsigned feature, char **ret_text)
{
	const char *text;
	struct buffer b;
	struct cursor c;
	int result = 0;

	buffer_init(&b);
	if (perf_file_has_feature(file, feature) && !perf_file_read_feature(file, feature, &b, NULL)) {
		c = cursor_make(b.data, b.size, file->swap);
		if (!feature_decode_string(&c, &text)) {
			*ret_text = strdup(text);
			result = *ret_text ? 0 : -ENOMEM;
		}
	}
	buffer_fini(&b);
	return result;
}

/* The arguments with spaces between; of a damaged feature, as far as it can be read. */
static int read_command(const struct perf_file *file, char **ret_command)
{
	struct buffer b, line;
	struct feature_items items;
	const char *text;
	struct cursor c;

	buffer_init(&b);
	buffer_init(&line);
	if (perf_file_has_feature(file, FEATURE_CMDLINE) && !perf_file_read_feature(file, FEATURE_CMDLINE, &b, NULL)) {
		c = cursor_make(b.data, b.size, file->swap);
		for (int result = feature_items_begin(&items, &c); !result && feature_next_string(&items, &text) > 0;) {
			if (line.size)
				buffer_put_u8(&line, ' ');
			buffer_append(&line, text, strlen(text));
		}
	}
	buffer_fini(&b);
	if (line.size)
		*ret_command = strndup((char *)line.data, line.size);
	buffer_fini(&line);
	return line.size && !*ret_command ? -ENOMEM : 0;
}

/* --- times --------------------------------------------------------------------------------- */

/* When the file was last written, unless it is a copy, is when the recording ended. */
static uint64_t time_of_file(const struct perf_file *file)
{
	struct stat st;

	if (fstat(file->fd, &st) || !S_ISREG(st.st_mode) || st.st_mtim.tv_sec < 0)
		return 0;
	return (uint64_t)st.st_mtim.tv_sec * 1000000000u + (uint64_t)st.st_mtim.tv_nsec;
}

/* Times that are no times, of a damaged file, are not known. */
static void facts_set_times(struct export_facts *f, const struct export *x)
{
	const struct perf_file *file = x->profile->file;
	uint64_t offset = wall_clock_offset(file), end = time_of_file(file);
	bool has_times = perf_file_samples_have(file, PERF_SAMPLE_TIME) && x->first <= x->last;

	if (has_times && x->last - x->first <= INT64_MAX)
		f->duration = x->last - x->first;
	if (has_times && offset)
		f->time = x->first + offset;
	else if (end > f->duration)
		f->time = end - f->duration;
	if (f->time > INT64_MAX - f->duration)
		f->time = 0;
}

int export_facts_init(struct export_facts *f, const struct export *x)
{
	const struct perf_file *file = x->profile->file;
	int result;

	*f = (struct export_facts){ 0 };
	facts_set_times(f, x);
	result = read_command(file, &f->command);
	if (!result)
		result = read_text(file, FEATURE_HOSTNAME, &f->host);
	if (!result)
		result = read_text(file, FEATURE_OSRELEASE, &f->release);
	if (!result)
		result = read_text(file, FEATURE_ARCH, &f->machine);
	return result;
}

void export_facts_fini(struct export_facts *f)
{
	free(f->command);
	free(f->host);
	free(f->release);
	free(f->machine);
}

/* --- lines --------------------------------------------------------------------------------- */

static const char *put_line(char *text, const char *what, const char *value)
{
	if (!value)
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
	case 0: return put_line(text, "command", f->command);
	case 1: return put_line(text, "host", f->host);
	case 2: return put_line(text, "kernel", f->release);
	case 3: return put_line(text, "machine", f->machine);
	case 4: return put_lost(text, export_lost(x));
	case 5: return x->damaged ? "damaged: parts of the recording could not be read" : "";
	default: return NULL;
	}
}
