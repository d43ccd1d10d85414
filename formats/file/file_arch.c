#include "formats/file/file_arch.h"

#include "formats/feature/features_decode.h"

enum regs_arch file_arch(const struct perf_file *file)
{
	enum regs_arch arch = REGS_UNKNOWN;
	const char *machine;
	struct buffer b;
	struct cursor c;

	buffer_init(&b);
	if (perf_file_has_feature(file, FEATURE_ARCH) && !perf_file_read_feature(file, FEATURE_ARCH, &b, NULL)) {
		c = cursor_make(b.data, b.size, file->swap);
		if (!feature_decode_string(&c, &machine))
			arch = regs_arch_of(machine);
	}
	buffer_fini(&b);
	return arch;
}
