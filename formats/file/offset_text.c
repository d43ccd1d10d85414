#include "formats/file/offset_text.h"

#include <inttypes.h>
#include <stdio.h>

const char *offset_text(struct offset_text *p, const struct perf_file *f, uint64_t offset)
{
	const struct file_part *part = perf_file_part_at(f, offset);

	if (part->name)
		snprintf(p->text, sizeof(p->text), "offset %" PRIu64 " of %s", offset - part->start, part->name);
	else
		snprintf(p->text, sizeof(p->text), "offset %" PRIu64, offset);
	return p->text;
}
