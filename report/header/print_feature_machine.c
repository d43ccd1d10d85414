#include "report/header/print_features.h"

#include "formats/feature/feature_topology.h"

#include <inttypes.h>

static void print_siblings(FILE *out, const char *label, const struct feature_strings *list)
{
	struct cursor c = list->c;
	struct feature_items items = { .c = &c, .left = list->n };
	const char *cpus;

	while (feature_next_string(&items, &cpus) > 0) {
		fprintf(out, "# %s : ", label);
		print_text(out, cpus);
		fputc('\n', out);
	}
}

static void print_cpu_ids(FILE *out, struct feature_topology_view *view)
{
	struct feature_cpu cpu;

	if (!view->n_cpus)
		fputs("# Core ID and Socket ID information is not available\n", out);
	for (uint32_t i = 0; feature_next_cpu(view, &cpu) > 0; i++) {
		fprintf(out, "# CPU %" PRIu32 ": Core ID %" PRId32 ", ", i, (int32_t)cpu.core_id);
		if (view->dies.n)
			fprintf(out, "Die ID %" PRId32 ", ", (int32_t)cpu.die_id);
		fprintf(out, "Socket ID %" PRId32 "\n", (int32_t)cpu.socket_id);
	}
}

/* The number of CPUs, which CPU_TOPOLOGY does not tell itself; 0 when it is unknown. */
static uint32_t cpus_available(const struct perf_file *f)
{
	uint32_t available = 0, online = 0;
	struct buffer b;
	struct cursor c;

	buffer_init(&b);
	if (!perf_file_read_feature(f, FEATURE_NRCPUS, &b, NULL)) {
		c = cursor_make(b.data, b.size, f->swap);
		feature_decode_nrcpus(&c, &available, &online);
	}
	buffer_fini(&b);
	return available;
}

int print_cpu_topology(struct feature_section *s)
{
	struct feature_topology_view view;
	int result = feature_decode_cpu_topology(&s->c, cpus_available(s->file), &view);

	print_siblings(s->out, "sibling sockets", &view.cores);
	print_siblings(s->out, "sibling dies   ", &view.dies);
	print_siblings(s->out, "sibling threads", &view.threads);
	print_cpu_ids(s->out, &view);
	return result;
}

int print_numa_topology(struct feature_section *s)
{
	struct feature_numa_node node;
	struct feature_items items;
	int result = feature_items_begin(&items, &s->c);

	while (!result && (result = feature_next_numa_node(&items, &node)) > 0) {
		result = 0;
		fprintf(s->out, "# node%" PRIu32 " meminfo  : total = %" PRIu64 " kB, free = %" PRIu64 " kB\n",
			node.node, node.total_kib, node.free_kib);
		fprintf(s->out, "# node%" PRIu32 " cpu list : ", node.node);
		print_text(s->out, node.cpus);
		fputc('\n', s->out);
	}
	return result;
}

int print_cache(struct feature_section *s)
{
	struct feature_cache cache;
	struct feature_items items;
	int result = feature_caches_begin(&items, &s->c);

	if (result)
		return result;
	fputs("# CPU cache info:\n", s->out);
	while ((result = feature_next_cache(&items, &cache)) > 0) {
		fprintf(s->out, "#  L%" PRIu32 " %-15.64s %8.64s [", cache.level, cache.type, cache.size);
		print_text(s->out, cache.cpus);
		fputs("]\n", s->out);
	}
	return result;
}

/* The bits set, as ranges; returns how many they are. */
static uint64_t print_bit_ranges(FILE *out, const struct feature_memory_bits *node)
{
	struct cursor words = node->words;
	const char *between = "";
	uint64_t n = 0, start = 0, word = 0;
	bool in_range = false;

	for (uint64_t bit = 0; bit <= node->n_bits; bit++) {
		bool set = false;

		if (bit < node->n_bits) {
			if (bit % 64 == 0)
				word = cursor_u64(&words);
			set = word >> bit % 64 & 1;
		}
		n += set;
		if (set && !in_range)
			start = bit;
		if (!set && in_range) {
			if (out)
				fprintf(out, "%s%" PRIu64, between, start);
			if (out && bit - 1 > start)
				fprintf(out, "-%" PRIu64, bit - 1);
			between = ",";
		}
		in_range = set;
	}
	return n;
}

/* A size with the unit that leaves it two at least, as perf prints it. */
static void print_size(FILE *out, uint64_t size)
{
	static const char units[] = "BKMG";
	size_t unit = 0;

	for (; size / 1024 > 1 && unit < 3; unit++)
		size /= 1024;
	fprintf(out, "%" PRIu64 "%c", size, units[unit]);
}

int print_mem_topology(struct feature_section *s)
{
	struct feature_memory_bits node;
	struct feature_items items;
	uint64_t block_size;
	int result = feature_memory_begin(&items, &s->c, &block_size);

	if (result)
		return result;
	fprintf(s->out, "# memory nodes (nr %" PRIu64 ", block size %#" PRIx64 "):\n", items.left, block_size);
	while ((result = feature_next_memory_node(&items, &node)) > 0) {
		fprintf(s->out, "#  %3" PRIu64 " [", node.node);
		print_size(s->out, print_bit_ranges(NULL, &node) * block_size);
		fputs("]: ", s->out);
		print_bit_ranges(s->out, &node);
		fputc('\n', s->out);
	}
	return result;
}

int print_hybrid_topology(struct feature_section *s)
{
	struct feature_hybrid_pmu pmu;
	struct feature_items items;
	int result = feature_items_begin(&items, &s->c);

	if (result)
		return result;
	fputs("# hybrid cpu system:\n", s->out);
	while ((result = feature_next_hybrid_pmu(&items, &pmu)) > 0) {
		fputs("# ", s->out);
		print_text(s->out, pmu.pmu);
		fputs(" cpu list : ", s->out);
		print_text(s->out, pmu.cpus);
		fputc('\n', s->out);
	}
	return result;
}

static void print_domain_text(FILE *out, const char *label, const char *text)
{
	fprintf(out, "# Domain %s : ", label);
	print_text(out, text);
	fputc('\n', out);
}

static int print_domains_of_cpu(FILE *out, struct feature_domains *domains, const struct feature_domain_cpu *cpu)
{
	struct feature_domain domain;

	fprintf(out, "# cpu\t\t: %" PRIu32 "\n# nr_domains\t: %" PRIu32 "\n", cpu->cpu, cpu->n_domains);
	for (uint32_t i = 0; i < cpu->n_domains; i++) {
		int result = feature_next_domain(domains, &domain);

		if (result < 0)
			return result;
		fprintf(out, "# Domain\t\t: %" PRIu32 "\n", domain.domain);
		if (domain.name)
			print_domain_text(out, "name     ", domain.name);
		print_domain_text(out, "cpu map  ", domain.cpu_mask);
		print_domain_text(out, "cpu list ", domain.cpu_list);
	}
	return 0;
}

int print_cpu_domain_info(struct feature_section *s)
{
	struct feature_domain_cpu cpu;
	struct feature_domains domains;
	int result = feature_domains_begin(&domains, &s->c);

	if (result)
		return result;
	fprintf(s->out, "# schedstat version\t: %" PRIu32 "\n# Maximum sched domains\t: %" PRIu32 "\n",
		domains.schedstat_version, domains.max_domains);
	while (!result && (result = feature_next_domain_cpu(&domains, &cpu)) > 0)
		result = print_domains_of_cpu(s->out, &domains, &cpu);
	return result;
}
