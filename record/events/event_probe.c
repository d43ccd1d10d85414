#include "record/events/event_probe.h"

#include "record/pmu/pmu.h"
#include "record/events/probe_args.h"
#include "record/address/symbol_file.h"
#include "record/events/traced_probe.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define RETURN    "%return"
#define PLACE_MAX 4096 /* bytes: mangled names are long */

/* What stands after the file. */
struct probe_place {
	char *symbol;    /* NULL: a number */
	uint64_t offset; /* from the symbol, or the number */
	bool at_return;
};

static int place_number(uint64_t *ret_number, const char *text, struct error *err)
{
	char *end;

	errno = 0;
	*ret_number = strtoull(text, &end, event_number_base(text));
	if (errno || *end || !isdigit((unsigned char)*text))
		return error_set(err, -EINVAL, "'%s' is not a number of bytes", text);
	return 0;
}

/* "0x1000+8": at is "0x1000", more is "8" or NULL. */
static int place_numbers(struct probe_place *place, const char *at, const char *more, struct error *err)
{
	uint64_t base = 0;
	int result = isdigit((unsigned char)*at) ? place_number(&base, at, err) : 0;

	if (!result && more)
		result = place_number(&place->offset, more, err);
	if (!result && __builtin_add_overflow(base, place->offset, &place->offset))
		return error_set(err, -EINVAL, "'%s+%s' has more than 64 bits", at, more);
	return result;
}

/* Takes text apart, which it changes: PLACE[+OFFSET][%return]. */
static int place_split(struct probe_place *place, char *text, struct error *err)
{
	char *mark = strchr(text, '%');
	char *plus;
	int result;

	if (mark && strcmp(mark, RETURN) != 0)
		return error_set(err, -EINVAL, "'%s': a probe is at a place, or with %%return at a return", mark);
	place->at_return = mark;
	if (mark)
		*mark = 0;
	plus = strchr(text, '+');
	if (plus)
		*plus++ = 0;
	if (!*text)
		return error_set(err, -EINVAL, "a probe needs the name of a function");
	if (place->at_return && plus)
		return error_set(err, -EINVAL, "a probe at a return has no offset");
	result = place_numbers(place, text, plus, err);
	if (result || isdigit((unsigned char)*text))
		return result;
	place->symbol = strdup(text);
	return place->symbol ? 0 : error_nomem(err);
}

/* The caller frees place->symbol. */
static int place_parse(struct probe_place *place, struct event_text text, struct error *err)
{
	char *copy;
	int result;

	*place = (struct probe_place){ 0 };
	if (text.size >= PLACE_MAX)
		return error_set(err, -EINVAL, "a place of %zu letters, %d at most", text.size, PLACE_MAX - 1);
	copy = strndup(text.start, text.size);
	if (!copy)
		return error_nomem(err);
	result = place_split(place, copy, err);
	free(copy);
	return result;
}

static int probe_load_pmu(struct pmu *ret_pmu, const char *name, const struct event_context *context, struct error *err)
{
	int result = pmu_load(ret_pmu, context->sys_root, name, err);

	if (result == -ENOENT)
		error_set(err, result,
			  "this kernel makes no probes for events: it has no PMU '%s' (CONFIG_%cPROBE_EVENTS)", name,
			  toupper((unsigned char)*name));
	return result;
}

static int probe_set_return(struct event_spec *spec, const struct pmu *pmu, struct error *err)
{
	const struct pmu_format *format = pmu_find_format(pmu, "retprobe");

	if (!format || pmu_format_apply(format, &spec->attr, 1))
		return error_set(err, -EINVAL, "PMU %s makes no probes at returns", pmu->name);
	return 0;
}

/* The kernel looks the path up itself, so it must stay right whatever the folder. */
static int probe_of_file(struct event_spec *spec, struct event_text file, const struct probe_place *place,
			 struct error *err)
{
	char name[PATH_MAX];
	uint64_t offset = 0;
	int result = 0;

	if (!file.size || file.size >= sizeof(name))
		return error_set(err, -EINVAL, "a uprobe is uprobe:FILE:FUNCTION");
	memcpy(name, file.start, file.size);
	name[file.size] = 0;
	if (place->symbol)
		result = probe_symbol_find(&offset, name, place->symbol, err);
	if (result)
		return result;
	spec->attr.config2 = offset + place->offset;
	spec->probed = realpath(name, NULL);
	return spec->probed ? 0 : error_set(err, -errno, "%s: %s", name, strerror(errno));
}

static int probe_of_kernel(struct event_spec *spec, const struct probe_place *place, struct error *err)
{
	spec->attr.config2 = place->offset;
	if (!place->symbol)
		return 0;
	spec->probed = strdup(place->symbol);
	return spec->probed ? 0 : error_nomem(err);
}

/* Where it reads arguments it is a tracepoint from the start: its samples have fields. */
static int probe_set_args(struct event_spec *spec, const struct probe_text *text, bool at_return, struct error *err)
{
	int result =
		text->args.size ? probe_args_make(&spec->probe_args, text->args, text->file.start, at_return, err) : 0;

	spec->is_tracepoint = spec->probe_args;
	return result;
}

static int probe_add(struct event_list *list, const struct pmu *pmu, const struct probe_text *text,
		     const struct probe_place *place, struct error *err)
{
	struct event_spec *spec = event_list_add_attr(list, pmu->type, 0);
	int result = spec ? 0 : error_nomem(err);

	if (!result && place->at_return)
		result = probe_set_return(spec, pmu, err);
	if (!result && traced_probe_name(spec, place->symbol))
		result = error_nomem(err);
	if (!result)
		result = text->file.start ? probe_of_file(spec, text->file, place, err)
					  : probe_of_kernel(spec, place, err);
	if (!result)
		result = probe_set_args(spec, text, place->at_return, err);
	if (result)
		return result;
	spec->attr.sample_period = 1;
	spec->probed_at_return = place->at_return;
	spec->pmu = strdup(pmu->name);
	return spec->pmu ? 0 : error_nomem(err);
}

int event_probe_find(struct event_list *list, const struct probe_text *text, const struct event_context *context,
		     struct error *err)
{
	struct probe_place at;
	struct pmu pmu;
	int result = place_parse(&at, text->place, err);

	if (!result)
		result = probe_load_pmu(&pmu, text->file.start ? "uprobe" : "kprobe", context, err);
	if (!result) {
		result = probe_add(list, &pmu, text, &at, err);
		pmu_fini(&pmu);
	}
	free(at.symbol);
	return result;
}
