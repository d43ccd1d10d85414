#include "record/pmu/event_unit.h"

#include "common/text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TEXT_MAX 64

/* The first line of events/NAME.SUFFIX; false where there is no such file. */
static bool read_line(const struct pmu *pmu, const struct pmu_event *event, const char *suffix, char ret_text[TEXT_MAX])
{
	char path[PATH_MAX];
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "%s/bus/event_source/devices/%s/events/%s.%s",
		 pmu->sys_root ? pmu->sys_root : "/sys", pmu->name, event->name, suffix);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	n = read(fd, ret_text, TEXT_MAX - 1);
	close(fd);
	ret_text[n > 0 ? n : 0] = '\0';
	ret_text[strcspn(ret_text, "\n")] = '\0';
	return true;
}

int event_unit_read(struct event_unit *unit, const struct pmu *pmu, const struct pmu_event *event)
{
	char text[TEXT_MAX];

	if (read_line(pmu, event, "unit", text)) {
		free(unit->text);
		unit->text = strdup(text);
		if (!unit->text)
			return -ENOMEM;
	}
	if (read_line(pmu, event, "scale", text))
		unit->scale = decimal_parse(text, NULL);
	unit->per_package |= read_line(pmu, event, "per-pkg", text) && strtol(text, NULL, 10) == 1;
	unit->is_snapshot |= read_line(pmu, event, "snapshot", text) && strtol(text, NULL, 10) == 1;
	return 0;
}

void event_unit_fini(struct event_unit *unit)
{
	free(unit->text);
	memset(unit, 0, sizeof(*unit));
}
