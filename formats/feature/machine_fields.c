/* machine_fields: puts the fields of features about processors, caches and memory (formats/feature/feature_walk.h). */
#include "formats/feature/feature_walk.h"

#include "formats/feature/feature_topology.h"

int nrcpus_fields(struct feature_walk *w)
{
	uint32_t available, online;
	int result = feature_decode_nrcpus(&w->c, &available, &online);

	if (result)
		return result;
	field_number(w->sink, "online", online);
	field_number(w->sink, "available", available);
	return 0;
}

int total_mem_fields(struct feature_walk *w)
{
	uint64_t kibibytes;
	int result = feature_decode_u64(&w->c, &kibibytes);

	if (!result)
		field_number(w->sink, "total_kib", kibibytes);
	return result;
}

int e_machine_fields(struct feature_walk *w)
{
	uint32_t machine, flags;
	int result = feature_decode_e_machine(&w->c, &machine, &flags);

	if (result)
		return result;
	field_number(w->sink, "e_machine", machine);
	field_number(w->sink, "e_flags", flags);
	return 0;
}

int cln_size_fields(struct feature_walk *w)
{
	uint32_t size;
	int result = feature_decode_u32(&w->c, &size);

	if (!result)
		field_number(w->sink, "cache_line_size", size);
	return result;
}

/* --- CPU_TOPOLOGY ---------------------------------------------------------- */

static void siblings_put(const struct field_sink *sink, const char *name, const struct feature_strings *list)
{
	struct cursor c = list->c;
	struct feature_items items = { .c = &c, .left = list->n };
	const char *cpus;

	field_mark(sink, name, FIELD_LIST);
	while (feature_next_string(&items, &cpus) > 0)
		field_string(sink, NULL, cpus);
	field_mark(sink, NULL, FIELD_END_LIST);
}

static void id_put(const struct field_sink *sink, const char *name, uint32_t id)
{
	const struct field f = {
		.name = name, .kind = FIELD_NUMBER, .format = FIELD_SIGNED, .number = (uint64_t)(int32_t)id
	};

	sink->put(sink->context, &f);
}

static void cpu_ids_put(const struct field_sink *sink, struct feature_topology_view *view)
{
	struct feature_cpu cpu;

	field_mark(sink, "cpus", FIELD_LIST);
	for (uint32_t i = 0; feature_next_cpu(view, &cpu) > 0; i++) {
		field_mark(sink, NULL, FIELD_GROUP);
		field_number(sink, "cpu", i);
		id_put(sink, "core_id", cpu.core_id);
		if (view->dies.n)
			id_put(sink, "die_id", cpu.die_id);
		id_put(sink, "socket_id", cpu.socket_id);
		field_mark(sink, NULL, FIELD_END_GROUP);
	}
	field_mark(sink, NULL, FIELD_END_LIST);
}

/* Puts the parts before the damage of a damaged section, too. */
int cpu_topology_fields(struct feature_walk *w)
{
	struct feature_topology_view view;
	int result = feature_decode_cpu_topology(&w->c, w->n_cpus, &view);

	siblings_put(w->sink, "sibling_sockets", &view.cores);
	siblings_put(w->sink, "sibling_dies", &view.dies);
	siblings_put(w->sink, "sibling_threads", &view.threads);
	cpu_ids_put(w->sink, &view);
	return result;
}

/* --- lists ------------------------------------------------------------------ */

int numa_topology_fields(struct feature_walk *w)
{
	struct feature_numa_node node;
	struct feature_items items;
	int result = feature_items_begin(&items, &w->c);

	if (result)
		return result;
	field_mark(w->sink, "nodes", FIELD_LIST);
	while ((result = feature_next_numa_node(&items, &node)) > 0) {
		field_mark(w->sink, NULL, FIELD_GROUP);
		field_number(w->sink, "node", node.node);
		field_number(w->sink, "total_kib", node.total_kib);
		field_number(w->sink, "free_kib", node.free_kib);
		field_string(w->sink, "cpus", node.cpus);
		field_mark(w->sink, NULL, FIELD_END_GROUP);
	}
	field_mark(w->sink, NULL, FIELD_END_LIST);
	return result;
}

int cache_fields(struct feature_walk *w)
{
	struct feature_cache cache;
	struct feature_items items;
	int result = feature_caches_begin(&items, &w->c);

	if (result)
		return result;
	field_mark(w->sink, "caches", FIELD_LIST);
	while ((result = feature_next_cache(&items, &cache)) > 0) {
		field_mark(w->sink, NULL, FIELD_GROUP);
		field_number(w->sink, "level", cache.level);
		field_number(w->sink, "line_size", cache.line_size);
		field_number(w->sink, "sets", cache.sets);
		field_number(w->sink, "ways", cache.ways);
		field_string(w->sink, "type", cache.type);
		field_string(w->sink, "size", cache.size);
		field_string(w->sink, "cpus", cache.cpus);
		field_mark(w->sink, NULL, FIELD_END_GROUP);
	}
	field_mark(w->sink, NULL, FIELD_END_LIST);
	return result;
}

int hybrid_topology_fields(struct feature_walk *w)
{
	struct feature_hybrid_pmu pmu;
	struct feature_items items;
	int result = feature_items_begin(&items, &w->c);

	if (result)
		return result;
	field_mark(w->sink, "pmus", FIELD_LIST);
	while ((result = feature_next_hybrid_pmu(&items, &pmu)) > 0) {
		field_mark(w->sink, NULL, FIELD_GROUP);
		field_string(w->sink, "name", pmu.pmu);
		field_string(w->sink, "cpus", pmu.cpus);
		field_mark(w->sink, NULL, FIELD_END_GROUP);
	}
	field_mark(w->sink, NULL, FIELD_END_LIST);
	return result;
}

/* --- MEM_TOPOLOGY ----------------------------------------------------------- */

static bool bit_get(const struct feature_memory_bits *node, uint64_t bit, uint64_t *word)
{
	struct cursor c = node->words;

	if (bit >= node->n_bits)
		return false;
	if (bit % 64 == 0) {
		cursor_skip(&c, bit / 64 * 8);
		*word = cursor_u64(&c);
	}
	return *word >> bit % 64 & 1;
}

static uint64_t bits_count(const struct feature_memory_bits *node)
{
	uint64_t n = 0, word = 0;

	for (uint64_t bit = 0; bit < node->n_bits; bit++)
		n += bit_get(node, bit, &word);
	return n;
}

static void range_put(const struct field_sink *sink, uint64_t first, uint64_t last)
{
	field_mark(sink, NULL, FIELD_GROUP);
	field_number(sink, "first", first);
	field_number(sink, "last", last);
	field_mark(sink, NULL, FIELD_END_GROUP);
}

/* Puts the set bits as ranges. */
static void ranges_put(const struct field_sink *sink, const struct feature_memory_bits *node)
{
	uint64_t start = 0, word = 0;
	bool in_range = false;

	for (uint64_t bit = 0; bit <= node->n_bits; bit++) {
		bool set = bit_get(node, bit, &word);

		if (set && !in_range)
			start = bit;
		if (!set && in_range)
			range_put(sink, start, bit - 1);
		in_range = set;
	}
}

int mem_topology_fields(struct feature_walk *w)
{
	struct feature_memory_bits node;
	struct feature_items items;
	uint64_t block_size;
	int result = feature_memory_begin(&items, &w->c, &block_size);

	if (result)
		return result;
	field_number(w->sink, "block_size", block_size);
	field_number(w->sink, "n_nodes", items.left);
	field_mark(w->sink, "nodes", FIELD_LIST);
	while ((result = feature_next_memory_node(&items, &node)) > 0) {
		field_mark(w->sink, NULL, FIELD_GROUP);
		field_number(w->sink, "node", node.node);
		field_number(w->sink, "n_blocks", bits_count(&node));
		field_mark(w->sink, "blocks", FIELD_LIST);
		ranges_put(w->sink, &node);
		field_mark(w->sink, NULL, FIELD_END_LIST);
		field_mark(w->sink, NULL, FIELD_END_GROUP);
	}
	field_mark(w->sink, NULL, FIELD_END_LIST);
	return result;
}

/* --- CPU_DOMAIN_INFO -------------------------------------------------------- */

static int domains_put(const struct field_sink *sink, struct feature_domains *domains, uint32_t n)
{
	struct feature_domain domain;
	int result = 0;

	field_mark(sink, "domains", FIELD_LIST);
	for (uint32_t i = 0; i < n && (result = feature_next_domain(domains, &domain)) > 0; i++) {
		field_mark(sink, NULL, FIELD_GROUP);
		field_number(sink, "domain", domain.domain);
		if (domain.name)
			field_string(sink, "name", domain.name);
		field_string(sink, "cpu_mask", domain.cpu_mask);
		field_string(sink, "cpu_list", domain.cpu_list);
		field_mark(sink, NULL, FIELD_END_GROUP);
	}
	field_mark(sink, NULL, FIELD_END_LIST);
	return result < 0 ? result : 0;
}

int cpu_domain_info_fields(struct feature_walk *w)
{
	struct feature_domain_cpu cpu;
	struct feature_domains domains;
	int result = feature_domains_begin(&domains, &w->c);

	if (result)
		return result;
	field_number(w->sink, "schedstat_version", domains.schedstat_version);
	field_number(w->sink, "max_domains", domains.max_domains);
	field_mark(w->sink, "cpus", FIELD_LIST);
	while (!result && (result = feature_next_domain_cpu(&domains, &cpu)) > 0) {
		field_mark(w->sink, NULL, FIELD_GROUP);
		field_number(w->sink, "cpu", cpu.cpu);
		field_number(w->sink, "n_domains", cpu.n_domains);
		result = domains_put(w->sink, &domains, cpu.n_domains);
		field_mark(w->sink, NULL, FIELD_END_GROUP);
	}
	field_mark(w->sink, NULL, FIELD_END_LIST);
	return result;
}
