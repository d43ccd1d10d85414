#include "record/pmu/online_cpus.h"

#include "common/buffer.h"
#include "common/fileio.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#define TEXT_MAX (1u << 20)

int online_cpus_read(struct cpulist *ret_cpus, const char *sys_root, struct error *err)
{
	char path[PATH_MAX];
	struct buffer text;
	int result;

	*ret_cpus = (struct cpulist){ 0 };
	snprintf(path, sizeof(path), "%s/devices/system/cpu/online", sys_root ? sys_root : "/sys");
	buffer_init(&text);
	result = fileio_read_file(AT_FDCWD, path, &text, TEXT_MAX);
	if (result)
		error_set(err, result, "%s: %s", path, strerror(-result));
	else
		result = cpulist_parse(ret_cpus, (const char *)text.data, err);
	buffer_fini(&text);
	return result;
}
