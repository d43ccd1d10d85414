#include "report/command/reader_sandbox.h"

#include "common/buffer.h"
#include "common/log.h"
#include "report/command/input.h"
#include "report/sandbox/sandbox.h"

#include <unistd.h>

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

/*
 * On a terminal a message says what protection is missing. A script that reads files all day does not, unless it
 * asks.
 */
static void report_parts(unsigned parts)
{
	struct buffer in_force, missing;

	buffer_init(&in_force);
	buffer_init(&missing);
	list_parts(&in_force, parts);
	list_parts(&missing, ~parts);
	if (in_force.size > 1)
		log_verbose("sandbox: %s", (const char *)in_force.data);
	if (missing.size > 1 && log_level() >= LOG_VERBOSE)
		log_verbose("sandbox, not available here: %s", (const char *)missing.data);
	else if (missing.size > 1 && isatty(STDERR_FILENO))
		log_note("the sandbox is not complete here, without %s (SANDBOX in prec-report(1); -q leaves this line "
			 "out)",
			 (const char *)missing.data);
	buffer_fini(&in_force);
	buffer_fini(&missing);
}

void reader_sandbox_enter(const char *input, const struct symbols_config *symbols)
{
	const char *spool = input_spool_directory(input);
	struct kallsyms_folders written;
	struct sandbox sandbox;
	unsigned parts;

	sandbox_init(&sandbox);
	if (spool)
		sandbox_allow(&sandbox, spool, SANDBOX_WRITE);
	if (symbols && symbols_written(symbols, &written)) {
		sandbox_allow_open(&sandbox, written.texts, SANDBOX_WRITE | SANDBOX_MAKE_FILES);
		sandbox_allow_open(&sandbox, written.links, SANDBOX_MAKE_LINKS);
	}
	parts = sandbox_enter(&sandbox);
	report_parts(parts);
}
