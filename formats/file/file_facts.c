#include "formats/file/file_facts.h"

#include "formats/feature/features_decode.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/utsname.h>

/* Reads a feature into the buffer. False: the file does not have it. */
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

enum redaction file_redacted(const struct perf_file *file)
{
	const struct file_part *part = &file->parts.list[0];
	uint8_t bytes[2 * PRIVATE_RECORD_SIZE_MIN];
	ssize_t n = file->pipe || !file->parts.n || part->data.size < sizeof(bytes)
			    ? 0
			    : file_part_pread(part, bytes, sizeof(bytes), part->data.offset);
	struct private_record private;
	enum redaction found = REDACTION_NONE;
	struct record r;
	struct error err;

	/* The first record, or the one after the clock. */
	for (ssize_t at = 0; !found && n > at && !record_at(&r, bytes + at, (size_t)(n - at), 0, file->swap, &err);
	     at += r.size)
		if (private_record_parse(&r, &private))
			found = private_record_redacted(&private);
	return found;
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

/* Returns the name in the feature ARCH, which is in the buffer; NULL: not known. */
static const char *arch_name(const struct perf_file *file, struct buffer *b)
{
	const char *machine;
	struct cursor c;

	if (!perf_file_has_feature(file, FEATURE_ARCH) || perf_file_read_feature(file, FEATURE_ARCH, b, NULL))
		return NULL;
	c = cursor_make(b->data, b->size, file->swap);
	return feature_decode_string(&c, &machine) ? NULL : machine;
}

enum regs_arch file_arch(const struct perf_file *file)
{
	enum regs_arch arch = REGS_UNKNOWN;
	const char *machine;
	struct buffer b;

	buffer_init(&b);
	machine = arch_name(file, &b);
	if (machine)
		arch = regs_arch_of(machine);
	buffer_fini(&b);
	return arch;
}

bool file_is_wide(const struct perf_file *file)
{
	const char *machine;
	struct buffer b;
	bool wide;

	buffer_init(&b);
	machine = arch_name(file, &b);
	wide = machine ? strstr(machine, "64") || !strcmp(machine, "s390x") || !strcmp(machine, "alpha")
		       : sizeof(long) == 8;
	buffer_fini(&b);
	return wide;
}

static int groups_walk(struct cursor *c, file_groups_take *take, void *context, struct error *err)
{
	struct feature_items items;
	struct feature_group group;
	int result = feature_items_begin(&items, c);

	while (!result && (result = feature_next_group(&items, &group)) > 0)
		result = take(context, &group, err);
	return result;
}

int file_groups_each(const struct perf_file *f, file_groups_take *take, void *context, struct error *err)
{
	struct buffer b;
	struct cursor c;
	int result;

	if (!perf_file_has_feature(f, FEATURE_GROUP_DESC))
		return 0;
	buffer_init(&b);
	result = perf_file_read_feature(f, FEATURE_GROUP_DESC, &b, err);
	if (!result) {
		c = cursor_make(b.data, b.size, f->swap);
		result = groups_walk(&c, take, context, err);
	}
	buffer_fini(&b);
	return result;
}

int file_build_ids_each(const struct perf_file *f, file_build_ids_take *take, void *context, struct error *err)
{
	struct build_id_entry entry;
	struct buffer b;
	struct cursor c;
	int result;

	if (!perf_file_has_feature(f, FEATURE_BUILD_ID))
		return 0;
	buffer_init(&b);
	result = perf_file_read_feature(f, FEATURE_BUILD_ID, &b, err);
	c = cursor_make(b.data, b.size, f->swap);
	while (!result && (result = build_id_list_next(&c, &entry)) > 0)
		result = take(context, &entry, err);
	if (result == -EBADMSG)
		error_set(err, result, "the list of build-ids is damaged");
	buffer_fini(&b);
	return result;
}
