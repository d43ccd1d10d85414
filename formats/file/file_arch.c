#include "formats/file/file_arch.h"

#include "formats/feature/features_decode.h"

/* The name in the file's ARCH feature, in b; or NULL. */
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
