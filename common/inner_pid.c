#include "common/inner_pid.h"

#include "common/fileio.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STATUS_MAX 65536

uint32_t inner_pid_parse(const char *status)
{
	const char *line = strstr(status, "\nNSpid:");
	const char *end = line ? line + 1 + strcspn(line + 1, "\n") : NULL;
	const char *last = end;

	while (last && last > line && last[-1] >= '0' && last[-1] <= '9')
		last--;
	return last == end ? 0 : (uint32_t)strtoul(last, NULL, 10);
}

uint32_t inner_pid(uint32_t pid)
{
	struct buffer text;
	char path[32];
	uint32_t inner = 0;

	snprintf(path, sizeof(path), "/proc/%u/status", pid);
	buffer_init(&text);
	if (!fileio_read_file(AT_FDCWD, path, &text, STATUS_MAX))
		inner = inner_pid_parse((const char *)text.data);
	buffer_fini(&text);
	return inner ? inner : pid;
}
