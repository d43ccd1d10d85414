#include "record/command/output_options.h"

#include "record/session/clock_ns.h"
#include "record/session/output_stamp.h"
#include "record/session/rotation.h"

#include "common/bytes.h"
#include "common/options.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
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

/* "30s": seconds, minutes, hours, days, as Linux perf has them. */
static bool parse_time(const char *text, uint64_t *ret_ns)
{
	static const struct {
		char unit;
		uint64_t seconds;
	} units[] = { { 's', 1 }, { 'm', 60 }, { 'h', 3600 }, { 'd', 86400 } };
	unsigned long number;
	char *end;

	if (!isdigit((unsigned char)*text))
		return false;
	errno = 0;
	number = strtoul(text, &end, 10);
	if (errno || !number || number > UINT32_MAX || !*end || end[1])
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(units); i++)
		if (units[i].unit == *end) {
			*ret_ns = number * units[i].seconds * NS_PER_S;
			return *ret_ns / NS_PER_S == number * units[i].seconds;
		}
	return false;
}

/* The last --switch-output counts. A size has a capital letter where a time has the same one in lower case. */
int output_options_switch(struct session_config *c, const char *text, struct error *err)
{
	struct rotation_config rotation = { .max_files = c->rotation.max_files };

	if (!text || !strcmp(text, "signal"))
		rotation.on_signal = true;
	else if (!parse_time(text, &rotation.interval_ns) && !parse_size(text, &rotation.bytes))
		return error_set(err, -EINVAL,
				 "--switch-output '%s': neither 'signal', nor a size such as 30M (B, K, M, G), nor a "
				 "time such as 10s (s, m, h, d)",
				 text);
	c->rotation = rotation;
	c->stamped = true;
	return 0;
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
		error_prefix(err, rotation_is_wanted(&c->rotation) ? "--switch-output" : "--timestamp-filename");
	return result;
}
