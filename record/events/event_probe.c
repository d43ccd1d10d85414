#include "record/events/event_probe.h"

#include "record/events/pmu.h"
#include "record/events/probe_symbol.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define RETURN "%return"

/* What stands after the file. */
struct probe_place {
	char symbol[EVENT_WORD_MAX]; /* empty: a number */
	uint64_t offset;             /* from the symbol, or the number */
	bool at_return;
};

static int place_number(uint64_t *ret_number, const char *text, struct error *err)
{
	char *end;

	errno = 0;
	*ret_number = strtoull(text, &end, 0);
	if (errno || *end || !isdigit((unsigned char)*text))
		return error_set(err, -EINVAL, "'%s' is not a number of bytes", text);
	return 0;
}

static int place_parse(struct probe_place *place, struct event_text text, struct error *err)
{
	char *mark;
	int result;

	*place = (struct probe_place){ 0 };
	result = event_text_copy(place->symbol, text, err);
	if (result)
		return result;
	mark = strchr(place->symbol, '%');
	if (mark && strcmp(mark, RETURN) != 0)
		return error_set(err, -EINVAL, "'%s': a probe is at a place, or with %%return at a return", mark);
	place->at_return = mark;
	if (mark)
		*mark = 0;
	if (isdigit((unsigned char)*place->symbol)) {
		result = place_number(&place->offset, place->symbol, err);
		*place->symbol = 0;
		return result;
	}
	mark = strchr(place->symbol, '+');
	if (!mark)
		return *place->symbol ? 0 : error_set(err, -EINVAL, "a probe needs the name of a function");
	*mark = 0;
	if (place->at_return)
		return error_set(err, -EINVAL, "a probe at a return has no offset");
	return place_number(&place->offset, mark + 1, err);
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
	if (*place->symbol)
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
	if (!*place->symbol)
		return 0;
	spec->probed = strdup(place->symbol);
	return spec->probed ? 0 : error_nomem(err);
}

int event_probe_find(struct event_list *list, struct event_text file, struct event_text place,
		     const struct event_context *context, struct error *err)
{
	bool is_user = file.start;
	struct event_spec *spec;
	struct probe_place at;
	struct pmu pmu;
	int result = place_parse(&at, place, err);

	if (!result)
		result = probe_load_pmu(&pmu, is_user ? "uprobe" : "kprobe", context, err);
	if (result)
		return result;
	spec = event_list_add_attr(list, pmu.type, 0);
	result = spec ? 0 : error_nomem(err);
	if (!result && at.at_return)
		result = probe_set_return(spec, &pmu, err);
	if (!result)
		result = is_user ? probe_of_file(spec, file, &at, err) : probe_of_kernel(spec, &at, err);
	if (!result) {
		spec->attr.sample_period = 1;
		spec->is_probe = true;
		spec->pmu = strdup(pmu.name);
		result = spec->pmu ? 0 : error_nomem(err);
	}
	pmu_fini(&pmu);
	return result;
}
