/* print_feature_machine: features that describe the recorded machine. */
#include "report/header/print_features.h"

#include <inttypes.h>

static const char *sibling_label(const char *list)
{
	if (!strcmp(list, "sibling_sockets"))
		return "sibling sockets";
	return strcmp(list, "sibling_dies") ? "sibling threads" : "sibling dies   ";
}

static void print_cpu(FILE *out, const struct text_fields *f)
{
	fprintf(out, "# CPU %" PRIu64 ": Core ID %" PRId32 ", ", text_fields_number(f, "cpu"),
		(int32_t)text_fields_number(f, "core_id"));
	if (text_fields_find(f, "die_id"))
		fprintf(out, "Die ID %" PRId32 ", ", (int32_t)text_fields_number(f, "die_id"));
	fprintf(out, "Socket ID %" PRId32 "\n", (int32_t)text_fields_number(f, "socket_id"));
}

void print_cpu_topology(const struct feature_text *t, enum text_event event, const char *list,
			const struct text_fields *f)
{
	bool is_cpus = list && !strcmp(list, "cpus");

	if (event == TEXT_END_LIST && is_cpus && !f->index)
		fputs("# Core ID and Socket ID information is not available\n", t->out);
	if (event != TEXT_ITEM)
		return;
	if (is_cpus) {
		print_cpu(t->out, f);
		return;
	}
	fprintf(t->out, "# %s : ", sibling_label(list));
	text_fields_print(t->out, f, NULL);
	fputc('\n', t->out);
}

void print_numa_topology(const struct feature_text *t, enum text_event event, const char *list,
			 const struct text_fields *f)
{
	uint64_t node = text_fields_number(f, "node");

	(void)list;
	if (event != TEXT_ITEM)
		return;
	fprintf(t->out, "# node%" PRIu64 " meminfo  : total = %" PRIu64 " kB, free = %" PRIu64 " kB\n", node,
		text_fields_number(f, "total_kib"), text_fields_number(f, "free_kib"));
	fprintf(t->out, "# node%" PRIu64 " cpu list : ", node);
	text_fields_print(t->out, f, "cpus");
	fputc('\n', t->out);
}

static void print_cache_line(FILE *out, const struct text_fields *f)
{
	const struct field *type = text_fields_find(f, "type"), *size = text_fields_find(f, "size");

	fprintf(out, "#  L%" PRIu64 " %-15.64s %8.64s [", text_fields_number(f, "level"), (const char *)type->bytes,
		(const char *)size->bytes);
	text_fields_print(out, f, "cpus");
	fputs("]\n", out);
}

void print_cache(const struct feature_text *t, enum text_event event, const char *list, const struct text_fields *f)
{
	(void)list;
	if (event == TEXT_LIST)
		fputs("# CPU cache info:\n", t->out);
	if (event == TEXT_ITEM)
		print_cache_line(t->out, f);
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

static void print_memory_node(FILE *out, const struct text_fields *node)
{
	fprintf(out, "#  %3" PRIu64 " [", text_fields_number(node, "node"));
	print_size(out, text_fields_number(node, "n_blocks") * text_fields_number(node->outer, "block_size"));
	fputs("]: ", out);
}

static void print_range(FILE *out, const struct text_fields *f)
{
	uint64_t first = text_fields_number(f, "first"), last = text_fields_number(f, "last");

	fprintf(out, "%s%" PRIu64, f->index ? "," : "", first);
	if (last > first)
		fprintf(out, "-%" PRIu64, last);
}

void print_mem_topology(const struct feature_text *t, enum text_event event, const char *list,
			const struct text_fields *f)
{
	bool is_nodes = list && !strcmp(list, "nodes");

	if (event == TEXT_LIST && is_nodes)
		fprintf(t->out, "# memory nodes (nr %" PRIu64 ", block size %#" PRIx64 "):\n",
			text_fields_number(f, "n_nodes"), text_fields_number(f, "block_size"));
	else if (event == TEXT_LIST)
		print_memory_node(t->out, f);
	else if (event == TEXT_ITEM && !is_nodes)
		print_range(t->out, f);
	else if (event == TEXT_ITEM)
		fputc('\n', t->out);
}

void print_hybrid_topology(const struct feature_text *t, enum text_event event, const char *list,
			   const struct text_fields *f)
{
	(void)list;
	if (event == TEXT_LIST)
		fputs("# hybrid cpu system:\n", t->out);
	if (event != TEXT_ITEM)
		return;
	fputs("# ", t->out);
	text_fields_print(t->out, f, "name");
	fputs(" cpu list : ", t->out);
	text_fields_print(t->out, f, "cpus");
	fputc('\n', t->out);
}

static void print_domain_text(FILE *out, const char *label, const struct text_fields *f, const char *name)
{
	if (!text_fields_find(f, name))
		return;
	fprintf(out, "# Domain %s : ", label);
	text_fields_print(out, f, name);
	fputc('\n', out);
}

void print_cpu_domain_info(const struct feature_text *t, enum text_event event, const char *list,
			   const struct text_fields *f)
{
	bool is_cpus = list && !strcmp(list, "cpus");

	if (event == TEXT_LIST && is_cpus)
		fprintf(t->out, "# schedstat version\t: %" PRIu64 "\n# Maximum sched domains\t: %" PRIu64 "\n",
			text_fields_number(f, "schedstat_version"), text_fields_number(f, "max_domains"));
	else if (event == TEXT_LIST)
		fprintf(t->out, "# cpu\t\t: %" PRIu64 "\n# nr_domains\t: %" PRIu64 "\n", text_fields_number(f, "cpu"),
			text_fields_number(f, "n_domains"));
	if (event != TEXT_ITEM || is_cpus)
		return;
	fprintf(t->out, "# Domain\t\t: %" PRIu64 "\n", text_fields_number(f, "domain"));
	print_domain_text(t->out, "name     ", f, "name");
	print_domain_text(t->out, "cpu map  ", f, "cpu_mask");
	print_domain_text(t->out, "cpu list ", f, "cpu_list");
}
