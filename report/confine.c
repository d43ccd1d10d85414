#include "report/confine.h"

#include "common/buffer.h"
#include "common/log.h"
#include "report/input.h"
#include "report/sandbox.h"

#include <limits.h>

/* Names of the parts that are in force, or of those that are not, with commas between. */
static void list_parts(struct buffer *b, unsigned parts)
{
	const char *name;

	for (unsigned part = 0; (name = sandbox_part_name(part)); part++) {
		if (!(parts & 1u << part))
			continue;
		if (b->size)
			buffer_append(b, ", ", 2);
		buffer_append(b, name, strlen(name));
	}
	buffer_append(b, "", 1);
}

static void tell_parts(const char *what, unsigned parts)
{
	struct buffer b;

	buffer_init(&b);
	list_parts(&b, parts);
	if (b.size > 1)
		log_verbose("%s: %s", what, (const char *)b.data);
	buffer_fini(&b);
}

void confine_reader(const char *input, const struct symbols_config *symbols)
{
	const char *spool = input_spool_directory(input);
	struct symbols_written written;
	struct sandbox sandbox;
	unsigned parts;

	sandbox_init(&sandbox);
	if (spool)
		sandbox_allow(&sandbox, spool, SANDBOX_WRITE);
	if (symbols && symbols_written(symbols, &written)) {
		sandbox_allow(&sandbox, written.files, SANDBOX_WRITE | SANDBOX_MAKE_FILES);
		sandbox_allow(&sandbox, written.links, SANDBOX_MAKE_LINKS);
	}
	parts = sandbox_enter(&sandbox);
	tell_parts("sandbox", parts);
	tell_parts("sandbox, not to be had here", ~parts);
}
