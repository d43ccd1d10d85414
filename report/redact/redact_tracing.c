#include "report/redact/redact_tracing.h"

#include "formats/feature/features_decode.h"
#include "formats/feature/tracing_data.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* Folders of tracepoints in Linux's source, those of its architectures and drivers that everybody may have. */
static const char *const kernels[] = {
	"alarmtimer",
	"amd_cpu",
	"avc",
	"block",
	"bpf_test_run",
	"bpf_trace",
	"bridge",
	"btrfs",
	"cgroup",
	"clk",
	"cma",
	"compaction",
	"context_tracking",
	"cpuhp",
	"csd",
	"damon",
	"dev",
	"devfreq",
	"devlink",
	"dma",
	"dma_fence",
	"drm",
	"error_report",
	"exceptions",
	"ext4",
	"f2fs",
	"fib",
	"fib6",
	"filelock",
	"filemap",
	"fs_dax",
	"ftrace",
	"gpio",
	"handshake",
	"huge_memory",
	"hwmon",
	"hyperv",
	"i2c",
	"icmp",
	"initcall",
	"intel_iommu",
	"interconnect",
	"io_uring",
	"iocost",
	"iomap",
	"iommu",
	"ipi",
	"irq",
	"irq_matrix",
	"irq_vectors",
	"jbd2",
	"kmem",
	"ksm",
	"kvm",
	"kvmmmu",
	"kyber",
	"libata",
	"lock",
	"maple_tree",
	"mce",
	"mdio",
	"memcg",
	"migrate",
	"mmap",
	"mmap_lock",
	"mmc",
	"module",
	"mptcp",
	"msr",
	"napi",
	"nbd",
	"neigh",
	"net",
	"netfs",
	"netlink",
	"nfs",
	"nmi",
	"notifier",
	"nvme",
	"oom",
	"osnoise",
	"page_isolation",
	"page_pool",
	"pagemap",
	"percpu",
	"power",
	"printk",
	"pwm",
	"qdisc",
	"random",
	"ras",
	"raw_syscalls",
	"rcu",
	"regmap",
	"regulator",
	"resctrl",
	"rpm",
	"rseq",
	"rtc",
	"rv",
	"sched",
	"scsi",
	"sched_ext",
	"signal",
	"skb",
	"smbus",
	"sock",
	"spi",
	"swiotlb",
	"sync_trace",
	"syscalls",
	"task",
	"tcp",
	"thermal",
	"thp",
	"timer",
	"tlb",
	"udp",
	"vmalloc",
	"vmscan",
	"vsyscall",
	"watchdog",
	"wbt",
	"workqueue",
	"writeback",
	"x86_fpu",
	"xdp",
	"xen",
	"xfs",
	"xhci-hcd",
	"zswap",
};

bool redact_is_kernels(const char *system, size_t size)
{
	for (size_t i = 0; i < ARRAY_SIZE(kernels); i++)
		if (strlen(kernels[i]) == size && !memcmp(kernels[i], system, size))
			return true;
	return false;
}

bool redact_pmu_is(const struct redact *r, uint32_t type, const char *name, size_t size)
{
	struct feature_items items;
	struct feature_pmu pmu;
	struct buffer section;
	struct cursor c;
	bool found = false;

	if (!r->file || !perf_file_has_feature(r->file, FEATURE_PMU_MAPPINGS))
		return false;
	buffer_init(&section);
	if (!perf_file_read_feature(r->file, FEATURE_PMU_MAPPINGS, &section, NULL)) {
		c = cursor_make(section.data, section.size, section.swap);
		if (!feature_items_begin(&items, &c))
			while (feature_next_pmu(&items, &pmu) > 0)
				found |= pmu.type == type && strlen(pmu.name) == size && !memcmp(pmu.name, name, size);
	}
	buffer_fini(&section);
	return found;
}

/* --- formats ---------------------------------------------------------------------------- */

/* What is kept of a section. Texts are borrowed, or in `made`. */
struct kept {
	struct redact *redact;
	struct tracing_data data;
	struct tracing_system *systems; /* of data */
	struct tracing_text *formats;   /* all, those of a system together */
	struct buffer *made;            /* one for each format that was made */
	size_t n_systems, n_formats, n_made;
	unsigned long_size;
};

/* Where a section has the size of a long: after the magic, the version and the byte order. */
#define LONG_SIZE_AT 15

/* Returns the line that begins so, with its end; size 0: there is none. */
static struct tracing_text line_of(const struct tracing_text *text, const char *begin)
{
	const char *at = text->data, *end = at + text->size;
	size_t n = strlen(begin);

	while (at < end) {
		const char *newline = memchr(at, '\n', (size_t)(end - at));
		const char *next = newline ? newline + 1 : end;

		if ((size_t)(next - at) >= n && !memcmp(at, begin, n))
			return (struct tracing_text){ at, (size_t)(next - at) };
		at = next;
	}
	return (struct tracing_text){ NULL, 0 };
}

/* The fields that all tracepoints have. */
static void put_common_fields(struct buffer *b, const struct tracing_text *text)
{
	static const char *const fields[] = { "\tfield:unsigned short common_type;",
					      "\tfield:unsigned char common_flags;",
					      "\tfield:unsigned char common_preempt_count;",
					      "\tfield:int common_pid;" };

	for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
		const struct tracing_text line = line_of(text, fields[i]);

		buffer_append(b, line.data, line.size);
	}
}

/* Makes a format without fields of its own. Its name is that of the event: report/redact/redact_event.c. */
static int make_format(struct kept *k, const char *system, const struct tracing_text *text, struct tracing_text *ret)
{
	struct buffer *b = &k->made[k->n_made++];
	const struct tracing_text name = line_of(text, "name: "), id = line_of(text, "ID: ");
	const struct event_attr attr = { .type = PERF_TYPE_TRACEPOINT };
	char full[512];
	const char *made, *colon;

	snprintf(full, sizeof(full), "%s:%.*s", system, name.size > 7 ? (int)(name.size - 7) : 0,
		 name.data ? (const char *)name.data + 6 : "");
	made = redact_event_name(k->redact, &attr, full);
	if (!made)
		return -ENOMEM;
	colon = strchr(made, ':');
	buffer_append(b, "name: ", 6);
	buffer_append(b, colon ? colon + 1 : made, strlen(colon ? colon + 1 : made));
	buffer_append(b, "\n", 1);
	buffer_append(b, id.data, id.size);
	buffer_append(b, "format:\n", 8);
	put_common_fields(b, text);
	/* An empty line ends the common fields, and another one those that there are none of. */
	buffer_append(b, "\n\nprint fmt: \"\"\n", 16);
	*ret = (struct tracing_text){ b->data, b->size };
	return buffer_ok(b) ? 0 : -ENOMEM;
}

/* The system of a probe is called as its event is: "probes" at the level that hides names. */
static const char *system_name(struct redact *r, const char *system)
{
	const struct event_attr attr = { .type = PERF_TYPE_TRACEPOINT };
	char full[512];
	const char *made;
	uint32_t id;

	snprintf(full, sizeof(full), "%s:x", system);
	made = redact_event_name(r, &attr, full);
	id = made ? strtab_add(&r->kept, made, strcspn(made, ":")) : STRTAB_NONE;
	return id == STRTAB_NONE ? NULL : strtab_get(&r->kept, id);
}

static int add_format(struct kept *k, const struct tracing_part *part)
{
	const struct tracing_text text = { part->text, (size_t)part->size };
	const char *system = part->system ? part->system : "";
	bool is_kernels = redact_is_kernels(system, strlen(system));
	const char *name = is_kernels ? system : system_name(k->redact, system);
	struct tracing_system *last = k->n_systems ? &k->systems[k->n_systems - 1] : NULL;

	if (!name)
		return -ENOMEM;
	if (!last || strcmp(last->name, name)) {
		last = &k->systems[k->n_systems++];
		*last = (struct tracing_system){ .name = name, .formats = &k->formats[k->n_formats] };
	}
	last->n_formats++;
	if (!is_kernels)
		return make_format(k, system, &text, &k->formats[k->n_formats++]);
	k->formats[k->n_formats++] = text;
	return 0;
}

static int walk(const struct buffer *section, int (*take)(struct kept *k, const struct tracing_part *part),
		struct kept *k)
{
	struct tracing_reader reader;
	struct tracing_part part;
	int result = tracing_reader_init(&reader, section->data, section->size, NULL);

	if (result)
		return result;
	k->data.page_size = reader.page_size;
	k->long_size = reader.long_size;
	while ((result = tracing_reader_next(&reader, &part, NULL)) > 0 && !(result = take(k, &part)))
		continue;
	return result;
}

static int count_part(struct kept *k, const struct tracing_part *part)
{
	k->n_formats += part->kind == TRACING_FORMAT;
	return 0;
}

static int keep_part(struct kept *k, const struct tracing_part *part)
{
	switch (part->kind) {
	case TRACING_HEADER_PAGE:
		k->data.header_page = (struct tracing_text){ part->text, (size_t)part->size };
		return 0;
	case TRACING_FORMAT: return add_format(k, part);
	/* Of ftrace's own events; addresses of functions; texts; names of threads. */
	case TRACING_FTRACE_FORMAT:
	case TRACING_KALLSYMS:
	case TRACING_PRINTK:
	case TRACING_CMDLINES: break;
	}
	return 0;
}

int redact_tracing(struct redact *r, const struct buffer *section, struct buffer *b)
{
	struct kept k = { .redact = r };
	size_t n, start = b->size;
	int result = walk(section, count_part, &k);

	n = k.n_formats + 1;
	k.n_formats = 0;
	k.systems = calloc(n, sizeof(*k.systems));
	k.formats = calloc(n, sizeof(*k.formats));
	k.made = calloc(n, sizeof(*k.made));
	if (!k.systems || !k.formats || !k.made)
		result = -ENOMEM;
	if (!result)
		result = walk(section, keep_part, &k);
	k.data.systems = k.systems;
	k.data.n_systems = k.n_systems;
	if (!result)
		tracing_data_encode(b, &k.data);
	if (!result && b->size > start + LONG_SIZE_AT)
		b->data[start + LONG_SIZE_AT] = (uint8_t)k.long_size;
	for (size_t i = 0; k.made && i < k.n_made; i++)
		buffer_fini(&k.made[i]);
	free(k.systems);
	free(k.formats);
	free(k.made);
	return result;
}
