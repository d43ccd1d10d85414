#include "record/command/output_options.h"

#include "record/session/output_stamp.h"

#include "common/options.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OUTPUT_DEFAULT "perf.data"

/* As with Linux perf, a number without a unit is none: the user may mean bytes, or megabytes. */
static bool parse_size(const char *text, uint64_t *ret_bytes)
{
	size_t size = strlen(text);

	return size && !isdigit((unsigned char)text[size - 1]) && option_size(text, 1, ret_bytes);
}

int output_options_max_size(struct session_config *c, const char *text, struct error *err)
{
	if (parse_size(text, &c->max_bytes))
		return 0;
	return error_set(err, -EINVAL, "--max-size '%s': not a size with its unit, such as 500M (B, K, M, G)", text);
}

const char *output_options_path(const struct session_config *c, const char *given)
{
	struct stat status;

	if (given)
		return given;
	return !c->stamped && !fstat(STDOUT_FILENO, &status) && S_ISFIFO(status.st_mode) ? "-" : OUTPUT_DEFAULT;
}

int output_options_check_path(const struct session_config *c, const char *path, struct error *err)
{
	int result = c->stamped ? output_stamp_check(path, err) : 0;

	if (result)
		error_prefix(err, "--timestamp-filename");
	return result;
}
