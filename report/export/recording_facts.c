#include "report/export/recording_facts.h"

#include "common/text.h"
#include "formats/feature/features_decode.h"

#include <errno.h>
#include <stdlib.h>

/* Reads a section; false: there is none. b is initialized here, and the caller's in any case. */
static bool read_section(const struct perf_file *file, unsigned feature, struct buffer *b, struct cursor *ret_cursor)
{
	buffer_init(b);
	if (!perf_file_has_feature(file, feature) || perf_file_read_feature(file, feature, b, NULL))
		return false;
	*ret_cursor = cursor_make(b->data, b->size, file->swap);
	return true;
}

static char *read_text(const struct perf_file *file, unsigned feature)
{
	const char *text = "";
	struct buffer b;
	struct cursor c;
	char *copy;

	if (read_section(file, feature, &b, &c) && feature_decode_string(&c, &text))
		text = "";
	copy = strdup(text);
	buffer_fini(&b);
	return copy;
}

static char *read_command(const struct perf_file *file)
{
	struct feature_items items;
	struct buffer b, text;
	struct cursor c;
	const char *word;
	int result;

	buffer_init(&text);
	result = read_section(file, FEATURE_CMDLINE, &b, &c) ? feature_items_begin(&items, &c) : -ENOENT;
	while (!result && feature_next_string(&items, &word) > 0) {
		if (text.size)
			text_put(&text, " ");
		text_put(&text, word);
	}
	buffer_put_u8(&text, 0);
	buffer_fini(&b);
	if (!buffer_ok(&text))
		buffer_fini(&text);
	return (char *)text.data;
}

static void read_cpus(const struct perf_file *file, struct recording_facts *facts)
{
	struct buffer b;
	struct cursor c;

	if (read_section(file, FEATURE_NRCPUS, &b, &c) && feature_decode_nrcpus(&c, &facts->cpus, &facts->cpus_online))
		facts->cpus = facts->cpus_online = 0;
	buffer_fini(&b);
}

static void read_clock(const struct perf_file *file, struct recording_facts *facts)
{
	facts->has_clock_id = file->n_events > 0;
	for (uint32_t i = 0; i < file->n_events; i++) {
		const struct event_attr *attr = &file->events[i].attr;

		facts->has_clock_id &= attr->flags & ATTR_USE_CLOCKID && attr->clockid == file->events[0].attr.clockid;
	}
	if (facts->has_clock_id)
		facts->clock_id = file->events[0].attr.clockid;
	facts->wall = wall_clock_read(file);
}

int recording_facts_read(struct recording_facts *facts, const struct perf_file *file)
{
	*facts = (struct recording_facts){ .host = read_text(file, FEATURE_HOSTNAME),
					   .kernel = read_text(file, FEATURE_OSRELEASE),
					   .arch = read_text(file, FEATURE_ARCH),
					   .cpu = read_text(file, FEATURE_CPUDESC),
					   .recorder = read_text(file, FEATURE_VERSION),
					   .command = read_command(file) };
	read_cpus(file, facts);
	read_clock(file, facts);
	return facts->host && facts->kernel && facts->arch && facts->cpu && facts->recorder && facts->command ? 0
													      : -ENOMEM;
}

void recording_facts_fini(struct recording_facts *facts)
{
	free(facts->host);
	free(facts->kernel);
	free(facts->arch);
	free(facts->cpu);
	free(facts->recorder);
	free(facts->command);
	memset(facts, 0, sizeof(*facts));
}
