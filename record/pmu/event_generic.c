#include "record/pmu/event_generic.h"

#include "formats/record/generic_names.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define RAW_DIGITS_MAX 16

/* rNNN, hexadecimal, "0x" allowed */
static bool word_raw(struct event_text word, uint64_t *ret_config)
{
	const char *digits = word.start + 1;
	size_t n = word.size - 1;

	if (*word.start != 'r')
		return false;
	if (n > 2 && !memcmp(digits, "0x", 2)) {
		digits += 2;
		n -= 2;
	}
	if (!n || n > RAW_DIGITS_MAX)
		return false;
	for (size_t i = 0; i < n; i++)
		if (!isxdigit((unsigned char)digits[i]))
			return false;
	*ret_config = strtoull(digits, NULL, 16);
	return true;
}

int event_generic_read(struct event_text word, uint32_t *ret_type, uint64_t *ret_config, struct error *err)
{
	const struct generic_name *name = generic_name_find(word.start, word.size);
	int result;

	if (name) {
		*ret_type = name->type;
		*ret_config = name->config;
		return 1;
	}
	*ret_type = PERF_TYPE_HW_CACHE;
	result = generic_name_cache(ret_config, word.start, word.size);
	if (result == -ENOTSUP)
		return error_set(err, -EINVAL, "no such operation on this cache: %.*s", (int)word.size, word.start);
	if (!result)
		return 1;
	*ret_type = PERF_TYPE_RAW;
	return word_raw(word, ret_config);
}

bool event_generic_over_file(const char *name)
{
	uint64_t config;
	bool has_lower = false, has_upper = false;

	for (const char *c = name; *c; c++) {
		has_lower |= islower((unsigned char)*c) != 0;
		has_upper |= isupper((unsigned char)*c) != 0;
	}
	return has_lower && has_upper && !generic_name_cache(&config, name, strlen(name));
}

void event_generic_set(struct event_attr *attr, const struct pmu *pmu, uint32_t type, uint64_t config)
{
	attr->type = type;
	attr->config = config;
	if (pmu->is_one_of_cores && type != PERF_TYPE_RAW)
		attr->config |= (uint64_t)pmu->type << PERF_PMU_TYPE_SHIFT;
}
