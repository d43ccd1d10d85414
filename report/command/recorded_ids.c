#include "report/command/recorded_ids.h"

#include "common/list.h"
#include "common/log.h"
#include "formats/file/file_facts.h"

#include <errno.h>
#include <stdlib.h>

int recorded_ids_init(struct recorded_ids *r)
{
	memset(r, 0, sizeof(*r));
	return strtab_init(&r->names);
}

void recorded_ids_fini(struct recorded_ids *r)
{
	free(r->list);
	strtab_fini(&r->names);
	memset(r, 0, sizeof(*r));
}

static int add(struct recorded_ids *r, const struct build_id *id, const char *name, size_t size)
{
	struct recorded_id entry = { .id = *id, .name = strtab_add(&r->names, name, size) };

	if (!id->size)
		return 0;
	if (entry.name == STRTAB_NONE || !list_reserve(&r->list, r->n, &r->capacity, sizeof(*r->list)))
		return -ENOMEM;
	r->list[r->n++] = entry;
	return 0;
}

static int compare(const void *a, const void *b, void *context)
{
	const struct recorded_ids *r = context;
	const struct recorded_id *x = a, *y = b;
	int order = strcmp(strtab_get(&r->names, x->name), strtab_get(&r->names, y->name));

	return order ? order : memcmp(x->id.data, y->id.data, sizeof(x->id.data));
}

/* Several threads or passes may have named the same. */
static void sort(struct recorded_ids *r)
{
	uint32_t kept = 0;

	if (r->n)
		qsort_r(r->list, r->n, sizeof(*r->list), compare, r);
	for (uint32_t i = 0; i < r->n; i++)
		if (!kept || compare(&r->list[i], &r->list[kept - 1], r))
			r->list[kept++] = r->list[i];
	r->n = kept;
}

static int take_entry(void *context, const struct build_id_entry *entry, struct error *err)
{
	return add(context, &entry->build_id, entry->filename, entry->filename_size) ? error_nomem(err) : 0;
}

static int read_feature(struct recorded_ids *r, const struct reader *reader, struct error *err)
{
	int result = file_build_ids_each(reader->file, take_entry, r, err);

	if (result != -EBADMSG)
		return result;
	log_warn("%s: %s", reader->options->input, err->message);
	return 1;
}

/* Files by their paths, the kernel and its like by their names. */
static int add_dso(struct recorded_ids *r, const struct profile *p, const struct dso *dso)
{
	bool is_file = dso->kind == DSO_FILE || dso->kind == DSO_MODULE;
	const char *name = strtab_get(&p->names->strings, is_file ? dso->path : dso->name);

	return add(r, &dso->build_id, name, strlen(name));
}

static int add_hits(struct recorded_ids *r, struct profile *p, struct error *err)
{
	static const struct profile_filter all = { .guests = true };
	struct profile_entry entry;
	int result;

	while ((result = profile_next(p, &all, PROFILE_DSO, &entry, err)) > 0)
		if (entry.location.map && add_dso(r, p, entry.location.dso))
			return error_nomem(err);
	return result;
}

/* Marks the dso of an address. */
static void mark(struct profile *p, bool *marked, const struct timeline_snapshot *at, unsigned mode, uint64_t addr,
		 unsigned flags)
{
	uint32_t dso = locator_dso(&p->symbolizer.resolver.locator, at, mode, addr, flags);

	if (dso != DSO_NONE)
		marked[dso] = true;
}

static void mark_entry(struct profile *p, bool *marked, const struct sample_entry *e)
{
	const struct analysis *a = &p->analysis;
	const struct timeline_snapshot at = timeline_snapshot(&a->timeline, sample_key_pid(&e->key), e->first);

	mark(p, marked, &at, sample_key_mode(&e->key), analysis_ip(a, e), 0);
	for (uint32_t node = sample_key_chain(&e->key); node; node = chain_tree_outer(&a->chains, node))
		mark(p, marked, &at, a->chains.nodes[node].mode, a->chains.nodes[node].addr, RESOLVE_CALLER);
}

static int add_called(struct recorded_ids *r, struct profile *p, struct error *err)
{
	const struct dsos *dsos = &p->analysis.timeline.dsos;
	bool *marked = calloc(dsos->n + 1ull, sizeof(*marked));
	int result = marked ? 1 : error_nomem(err);

	while (result > 0) {
		for (uint64_t i = 0; i < p->analysis.n_entries; i++)
			mark_entry(p, marked, &p->analysis.entries[i]);
		result = analysis_next(&p->analysis, err);
	}
	for (uint32_t i = 0; i < dsos->n && !result; i++)
		if (marked[i] && add_dso(r, p, &dsos->list[i]))
			result = error_nomem(err);
	free(marked);
	return result;
}

static int add_mapped(struct recorded_ids *r, const struct profile *p, struct error *err)
{
	const struct dsos *dsos = &p->analysis.timeline.dsos;

	for (uint32_t i = 0; i < dsos->n; i++)
		if (add_dso(r, p, &dsos->list[i]))
			return error_nomem(err);
	return 0;
}

static int read_records(struct recorded_ids *r, struct reader *reader, enum recorded_of of, struct error *err)
{
	const bool called = of == RECORDED_CALLED;
	struct analysis_options options = { .plan = { .by_address = of != RECORDED_ALL, .by_chain = called },
					    .keeps_deferred = called,
					    .stacks = called ? &reader->options->symbols : NULL };
	struct profile *p = &reader->profile;
	int result = reader_analyse(reader, &options, err);

	if (!result)
		result = profile_symbolize(p, NULL, err);
	if (!result && called)
		result = add_called(r, p, err);
	else if (!result)
		result = of == RECORDED_SAMPLED ? add_hits(r, p, err) : add_mapped(r, p, err);
	return result ? result : reader->damaged;
}

int recorded_ids_read(struct recorded_ids *r, struct reader *reader, enum recorded_of of, struct error *err)
{
	int result;

	if (of == RECORDED_ALL && perf_file_has_feature(reader->file, FEATURE_BUILD_ID))
		result = read_feature(r, reader, err);
	else
		result = read_records(r, reader, of, err);
	sort(r);
	return result;
}
