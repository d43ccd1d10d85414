#include "formats/file/file_facts.h"

#include "formats/feature/features_decode.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/utsname.h>

/* The bytes of a feature, which go to the buffer. False when it is not there. */
static bool feature_read(const struct perf_file *file, unsigned feature, struct buffer *b, struct cursor *ret_cursor)
{
	buffer_init(b);
	if (!perf_file_has_feature(file, feature) || perf_file_read_feature(file, feature, b, NULL))
		return false;
	*ret_cursor = cursor_make(b->data, b->size, file->swap);
	return true;
}

void file_hostname(const struct perf_file *file, char host[static FILE_HOST_MAX])
{
	struct buffer b;
	struct cursor c;
	const char *text;

	*host = 0;
	if (feature_read(file, FEATURE_HOSTNAME, &b, &c) && !feature_decode_string(&c, &text))
		snprintf(host, FILE_HOST_MAX, "%s", text);
	buffer_fini(&b);
}

bool file_host_is_this(const char *host)
{
	struct utsname uts;

	return !uname(&uts) && !strcmp(uts.nodename, host);
}

uint32_t file_cpus(const struct perf_file *file)
{
	uint32_t available, online = 0;
	struct buffer b;
	struct cursor c;

	if (feature_read(file, FEATURE_NRCPUS, &b, &c) && feature_decode_nrcpus(&c, &available, &online))
		online = 0;
	buffer_fini(&b);
	return online;
}

uint32_t file_branch_registers(const struct perf_file *file)
{
	unsigned long long registers = 0;
	struct feature_items items;
	struct feature_cap cap;
	struct buffer b;
	struct cursor c;

	if (feature_read(file, FEATURE_CPU_PMU_CAPS, &b, &c) && !feature_items_begin(&items, &c))
		while (feature_next_cap(&items, &cap) > 0)
			if (!strcmp(cap.name, "branches"))
				registers = strtoull(cap.value, NULL, 10);
	buffer_fini(&b);
	return registers <= UINT16_MAX ? (uint32_t)registers : 0;
}
