#include "record/pmu/mem_pmus.h"

#include "common/bytes.h"
#include "record/pmu/pmu.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USUAL_LATENCY 30 /* cycles; Linux perf's */

/* --- events ------------------------------------------------------------------------- */

static void core_put(const struct mem_pmu *pmu, enum mem_access access, const struct mem_request *request,
		     uint32_t latency, char text[static MEM_EVENT_MAX])
{
	const char *name = pmu->name;

	(void)request;
	if (access == MEM_STORES)
		snprintf(text, MEM_EVENT_MAX, "%s/mem-stores/%s", name, pmu->has_latency ? "P" : "");
	else if (!pmu->has_latency) /* POWER */
		snprintf(text, MEM_EVENT_MAX, "%s/mem-loads/", name);
	else if (pmu->has_aux)
		snprintf(text, MEM_EVENT_MAX, "{%s/mem-loads-aux/,%s/mem-loads,ldlat=%" PRIu32 "/}:P", name, name,
			 latency);
	else
		snprintf(text, MEM_EVENT_MAX, "%s/mem-loads,ldlat=%" PRIu32 "/P", name, latency);
}

/*
 * IBS does not know modes. Without its filter in software (swfilt, Linux 6.14) the kernel refuses events that leave
 * out one.
 */
static void ibs_put(const struct mem_pmu *pmu, enum mem_access access, const struct mem_request *request,
		    uint32_t latency, char text[static MEM_EVENT_MAX])
{
	bool filter = request->one_mode && pmu->has_mode_filter;
	int n = snprintf(text, MEM_EVENT_MAX, "%s/", pmu->name);

	(void)access;
	if (pmu->has_latency && latency)
		n += snprintf(text + n, (size_t)(MEM_EVENT_MAX - n), "ldlat=%" PRIu32 "%s", latency, filter ? "," : "");
	snprintf(text + n, (size_t)(MEM_EVENT_MAX - n), "%s/", filter ? "swfilt=1" : "");
}

static void spe_put(const struct mem_pmu *pmu, enum mem_access access, const struct mem_request *request,
		    uint32_t latency, char text[static MEM_EVENT_MAX])
{
	int n = snprintf(text, MEM_EVENT_MAX, "%s/ts_enable=1,%sload_filter=%d,store_filter=%d", pmu->name,
			 request->no_privileges ? "" : "pa_enable=1,", access != MEM_STORES, access != MEM_LOADS);

	if (access == MEM_STORES)
		snprintf(text + n, (size_t)(MEM_EVENT_MAX - n), "/");
	else
		snprintf(text + n, (size_t)(MEM_EVENT_MAX - n), ",min_latency=%" PRIu32 "/", latency);
}

static const struct mem_kind kinds[] = {
	{ { "ldlat-loads", "ldlat-stores", NULL }, USUAL_LATENCY, 1, UINT16_MAX, core_put },
	{ { NULL, NULL, "mem-ldst" }, 0, 128, 2048, ibs_put },
	{ { "spe-load", "spe-store", "spe-ldst" }, USUAL_LATENCY, 0, 4095, spe_put },
};

enum { KIND_CORE, KIND_IBS, KIND_SPE };

/* --- PMUs --------------------------------------------------------------------------- */

static const struct mem_kind *kind_of(const char *sys_root, const char *name)
{
	if (!strcmp(name, "ibs_op"))
		return &kinds[KIND_IBS];
	if (!strncmp(name, "arm_spe_", strlen("arm_spe_")))
		return &kinds[KIND_SPE];
	return pmu_is_core(sys_root, name) ? &kinds[KIND_CORE] : NULL;
}

static unsigned accesses_of(const struct mem_kind *kind, const struct pmu *pmu)
{
	unsigned accesses = 0;

	if (kind == &kinds[KIND_CORE])
		return (pmu_find_event(pmu, "mem-loads") ? MEM_BIT(MEM_LOADS) : 0) |
		       (pmu_find_event(pmu, "mem-stores") ? MEM_BIT(MEM_STORES) : 0);
	for (int i = 0; i < MEM_ACCESSES; i++)
		accesses |= kind->tags[i] ? MEM_BIT(i) : 0;
	return accesses;
}

/* A PMU whose files cannot be read has no events of any kind. */
static int add_pmu(struct mem_pmus *pmus, const char *sys_root, const char *name, struct error *err)
{
	struct mem_pmu *m = &pmus->pmus[pmus->n];
	struct pmu pmu;

	*m = (struct mem_pmu){ .kind = kind_of(sys_root, name) };
	if (!m->kind)
		return 0;
	m->name = strdup(name);
	if (!m->name)
		return error_nomem(err);
	pmus->n++;
	if (pmu_load(&pmu, sys_root, name, NULL))
		return 0;
	m->accesses = accesses_of(m->kind, &pmu);
	m->has_aux = pmu_find_event(&pmu, "mem-loads-aux");
	m->has_latency = pmu_find_format(&pmu, "ldlat") || pmu_find_format(&pmu, "min_latency");
	m->has_mode_filter = pmu_find_format(&pmu, "swfilt");
	pmu_fini(&pmu);
	return 0;
}

int mem_pmus_load(struct mem_pmus *ret_pmus, const struct event_context *context, struct error *err)
{
	char **names;
	size_t n;
	int result;

	*ret_pmus = (struct mem_pmus){ 0 };
	if (pmu_names(&names, &n, context->sys_root, false, NULL))
		return 0;
	ret_pmus->pmus = calloc(n ? n : 1, sizeof(*ret_pmus->pmus));
	result = ret_pmus->pmus ? 0 : error_nomem(err);
	for (size_t i = 0; i < n && !result; i++)
		result = add_pmu(ret_pmus, context->sys_root, names[i], err);
	pmu_names_free(names, n);
	if (result)
		mem_pmus_fini(ret_pmus);
	return result;
}

void mem_pmus_fini(struct mem_pmus *pmus)
{
	for (size_t i = 0; i < pmus->n; i++)
		free(pmus->pmus[i].name);
	free(pmus->pmus);
	*pmus = (struct mem_pmus){ 0 };
}

const char *mem_pmu_tag(const struct mem_pmu *pmu, enum mem_access access)
{
	return pmu->accesses & MEM_BIT(access) ? pmu->kind->tags[access] : NULL;
}

void mem_pmu_event(const struct mem_pmu *pmu, enum mem_access access, const struct mem_request *request,
		   char ret_text[static MEM_EVENT_MAX])
{
	*ret_text = 0;
	if (pmu->accesses & MEM_BIT(access))
		pmu->kind->put(pmu, access, request, request->has_latency ? request->latency : pmu->kind->usual_latency,
			       ret_text);
}

const struct mem_pmu *mem_pmus_first(const struct mem_pmus *pmus)
{
	for (size_t i = 0; i < pmus->n; i++)
		if (pmus->pmus[i].accesses)
			return &pmus->pmus[i];
	return NULL;
}

/* --- tags --------------------------------------------------------------------------- */

static unsigned tags_of_kind(const struct mem_kind *kind, const char *word)
{
	unsigned tags = 0;

	for (int access = 0; access < MEM_ACCESSES; access++)
		if (kind->tags[access] && strstr(kind->tags[access], word))
			tags |= MEM_BIT(access);
	return tags;
}

bool mem_tag_find(const struct mem_pmus *pmus, struct event_text text, unsigned *ret_tags)
{
	const struct mem_pmu *first = mem_pmus_first(pmus);
	char word[sizeof("ldlat-stores")];
	bool is_tag = false;

	*ret_tags = 0;
	if (!text.size || text.size >= sizeof(word))
		return false;
	memcpy(word, text.start, text.size);
	word[text.size] = 0;
	if (first)
		*ret_tags = tags_of_kind(first->kind, word);
	for (size_t i = 0; i < ARRAY_SIZE(kinds) && !is_tag; i++)
		is_tag = tags_of_kind(&kinds[i], word);
	return is_tag;
}
