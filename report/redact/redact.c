#include "report/redact/redact.h"

#include "common/list.h"
#include "common/sorting.h"
#include "formats/file/blocks.h"
#include "formats/file/file_facts.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

/* Bytes of a comm with its NUL: TASK_COMM_LEN of the kernel. */
#define COMM_SIZE 16

/* x86's page of old system calls is at this address in every process, and has no mapping in some. */
#define VSYSCALL_START 0xffffffffff600000ull
#define VSYSCALL_END   0xffffffffff601000ull

int redact_init(struct redact *r, enum redact_level level, const void *salt, size_t salt_size)
{
	memset(r, 0, sizeof(*r));
	r->level = level;
	redact_key_make(&r->key, salt, salt_size);
	buffer_init(&r->text);
	return strtab_init(&r->kept) || strtab_init(&r->comms) || strtab_init(&r->programs) ? -ENOMEM : 0;
}

void redact_fini(struct redact *r)
{
	buffer_fini(&r->text);
	strtab_fini(&r->kept);
	strtab_fini(&r->comms);
	strtab_fini(&r->programs);
	u32map_fini(&r->mapped);
	u32map_fini(&r->kernel_tasks);
	free(r->code);
	memset(r, 0, sizeof(*r));
}

const char *redacted_name(enum redacted kind)
{
	switch (kind) {
	case REDACTED_STACKS: return "copies of stacks";
	case REDACTED_REGISTERS: return "sets of registers";
	case REDACTED_CHAIN_WORDS: return "words of callchains that are in no code";
	case REDACTED_TRACES: return "records of hardware traces";
	case REDACTED_CODE: return "pieces of code";
	case REDACTED_RAW: return "data of tracepoints";
	case REDACTED_ADDRESSES: return "addresses of data";
	case REDACTED_COMMS: return "names of threads";
	case REDACTED_PATHS: return "paths";
	case REDACTED_CGROUPS: return "names of cgroups";
	case REDACTED_EVENTS: return "names of events";
	case REDACTED_FUNCTIONS: return "names of functions";
	case REDACTED_BUILD_IDS: return "build-ids";
	case REDACTED_FEATURES: return "features";
	case REDACTED_RECORDS: return "other records";
	case REDACTED_UNKNOWN: return "things that prec does not know";
	case REDACTED_KINDS: break;
	}
	return "";
}

/* --- what the recording tells ------------------------------------------------------------ */

static int add_program(struct redact *r, const struct record_mmap *m)
{
	const char *slash = memrchr(m->filename, '/', m->filename_size);
	const char *base = slash ? slash + 1 : m->filename;
	size_t size = m->filename_size - (size_t)(base - m->filename);

	if (m->filename[0] != '/' || !strncmp(m->filename, "/memfd:", 7) || !strncmp(m->filename, "/SYSV", 5) ||
	    !strncmp(m->filename, "/dev/", 5) || !strncmp(m->filename, "//", 2))
		return 0;
	return strtab_add(&r->programs, base, size < COMM_SIZE ? size : COMM_SIZE - 1) == STRTAB_NONE ? -ENOMEM : 0;
}

bool redact_maps_code(const struct record *record, const struct record_mmap *m)
{
	const uint32_t known = PROT_READ | PROT_WRITE | PROT_EXEC;

	/* perf inject and simpleperf have bits of their own for JIT code; old recorders have none. */
	return !(record->misc & RECORD_MISC_MMAP_DATA) && (!m->prot || m->prot & PROT_EXEC || m->prot & ~known);
}

static int learn_mapping(struct redact *r, const struct record *record)
{
	struct record_mmap m;

	if (record_decode_mmap(record, &m, NULL))
		return 0;
	/* The kernel's are those of process -1. */
	if (!redact_maps_code(record, &m) || (record->misc & RECORD_MISC_CPUMODE_MASK) == RECORD_MISC_KERNEL)
		return 0;
	if (u32map_set(&r->mapped, m.pid, 1) || !list_reserve(&r->code, r->n_code, &r->code_capacity, sizeof(*r->code)))
		return -ENOMEM;
	r->code[r->n_code++] =
		(struct redact_range){ m.addr, m.len > UINT64_MAX - m.addr ? UINT64_MAX : m.addr + m.len };
	return add_program(r, &m);
}

static int learn(void *context, const struct record *record, struct error *err)
{
	struct redact *r = context;
	struct record_task task;
	struct record_comm comm;
	int result = 0;

	switch (record->type) {
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2: result = learn_mapping(r, record); break;
	case PERF_RECORD_FORK:
		if (!record_decode_task(record, &task, NULL) && task.ppid == 2 && task.pid != 2)
			result = u32map_set(&r->kernel_tasks, task.pid, 1);
		break;
	case PERF_RECORD_COMM:
		if (!record_decode_comm(record, &comm, NULL) && comm.pid == 2 && comm.tid == 2)
			r->has_kthreadd |= !strcmp(comm.comm, "kthreadd");
		break;
	}
	return result ? error_nomem(err) : 0;
}

static int compare_ranges(const void *a, const void *b)
{
	const struct redact_range *x = a, *y = b;

	return (x->start > y->start) - (x->start < y->start);
}

/* Sorts ranges, and joins those that overlap. */
static void join_ranges(struct redact *r)
{
	uint32_t n = 0;

	if (r->n_code)
		qsort(r->code, r->n_code, sizeof(*r->code), compare_ranges);
	for (uint32_t i = 0; i < r->n_code; i++) {
		if (n && r->code[i].start <= r->code[n - 1].end) {
			if (r->code[i].end > r->code[n - 1].end)
				r->code[n - 1].end = r->code[i].end;
		} else {
			r->code[n++] = r->code[i];
		}
	}
	r->n_code = n;
}

int redact_learn(struct redact *r, const struct perf_file *f, struct error *err)
{
	int result;

	r->file = f;
	r->was = file_redacted(f);
	result = blocks_each_record(f, NULL, learn, r, err);
	join_ranges(r);
	return result;
}

bool redact_is_code(const struct redact *r, uint64_t addr)
{
	/* A return address may be the first one after the code. */
	uint32_t after = BISECT(0u, r->n_code, i, r->code[i].start <= addr);

	if (!r->n_code || (addr >= VSYSCALL_START && addr < VSYSCALL_END))
		return true;
	return after && addr <= r->code[after - 1].end;
}
