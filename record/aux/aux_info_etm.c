/* Writes the part of AUXTRACE_INFO that describes Arm's CoreSight (ETM): record/aux/aux_info.h. */
#include "record/aux/aux_info.h"

#include <stdio.h>

/* Each CPU's block begins with one of these. */
#define ETM3_MAGIC 0x3030303030303030ull
#define ETM4_MAGIC 0x4040404040404040ull
#define ETE_MAGIC  0x5050505050505050ull

#define ETM_VERSION 2 /* the kernel says in AUX_OUTPUT_HW_ID which number a CPU's trace has */

/* The number that older kernels give it, and that it is not to be relied on. */
#define LEGACY_TRACE_ID(cpu) (0x10 + 2 * (uint64_t)(cpu))
#define TRACE_ID_UNUSED      (1ull << 31)

/* Of TRCDEVARCH, in Arm's Embedded Trace Extension. */
#define DEVARCH_PART(x)    ((x)&0xfff)
#define DEVARCH_VERSION(x) ((x) >> 12 & 0xf)
#define ETE_PART           0xa13
#define ETE_VERSION        5

#define CPU_FILE_MAX 64

/* Terms, and the bits that they are in the registers TRCCONFIGR (ETMv4, ETE) and ETMCR (ETMv3). */
static const struct {
	const char *term;
	uint64_t trcconfigr, etmcr;
} config_bits[] = {
	{ "branch_broadcast", 1ull << 3, 1ull << 8 }, { "cycacc", 1ull << 4, 1ull << 12 },
	{ "contextid1", 1ull << 6, 1ull << 14 },      { "contextid2", 1ull << 7 | 1ull << 15, 1ull << 15 },
	{ "timestamp", 1ull << 11, 1ull << 28 },      { "retstack", 1ull << 12, 1ull << 29 },
};

static uint64_t register_of(const struct aux_info *info, const struct pmu *pmu, bool is_etm3)
{
	uint64_t value = 0;

	for (size_t i = 0; i < ARRAY_SIZE(config_bits); i++)
		if (info->config & pmu_config_bits(pmu, config_bits[i].term))
			value |= is_etm3 ? config_bits[i].etmcr : config_bits[i].trcconfigr;
	return value;
}

static bool cpu_number(const struct pmu *pmu, int cpu, const char *file, int base, uint64_t *ret_number)
{
	char path[CPU_FILE_MAX];

	snprintf(path, sizeof(path), "cpu%d/%s", cpu, file);
	return !pmu_read_number(ret_number, pmu->sys_root, pmu->name, path, base);
}

static void put_numbers(struct buffer *out, const struct pmu *pmu, int cpu, const char *const *files, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint64_t number = 0;

		cpu_number(pmu, cpu, files[i], 16, &number);
		buffer_put_u64(out, number);
	}
}

static void put_begin(struct buffer *out, uint64_t magic, int cpu, uint64_t n_words)
{
	buffer_put_u64(out, magic);
	buffer_put_u64(out, (uint64_t)cpu);
	buffer_put_u64(out, n_words);
}

static void put_etm3(struct buffer *out, const struct aux_info *info, const struct pmu *pmu, int cpu)
{
	static const char *const files[] = { "mgmt/etmccer", "mgmt/etmidr" };

	put_begin(out, ETM3_MAGIC, cpu, 2 + ARRAY_SIZE(files));
	buffer_put_u64(out, register_of(info, pmu, true));
	buffer_put_u64(out, LEGACY_TRACE_ID(cpu) | TRACE_ID_UNUSED);
	put_numbers(out, pmu, cpu, files, ARRAY_SIZE(files));
}

/* With TRCDEVARCH, which an ETE alone has. */
static void put_etm4(struct buffer *out, const struct aux_info *info, const struct pmu *pmu, int cpu, bool is_ete)
{
	static const char *const files[] = { "trcidr/trcidr0", "trcidr/trcidr1",     "trcidr/trcidr2",
					     "trcidr/trcidr8", "mgmt/trcauthstatus", "mgmt/trcdevarch" };
	size_t n = ARRAY_SIZE(files) - !is_ete;
	uint64_t times = UINT64_MAX; /* not known */

	put_begin(out, is_ete ? ETE_MAGIC : ETM4_MAGIC, cpu, 2 + n + 1);
	buffer_put_u64(out, register_of(info, pmu, false));
	buffer_put_u64(out, LEGACY_TRACE_ID(cpu) | TRACE_ID_UNUSED);
	put_numbers(out, pmu, cpu, files, n);
	cpu_number(pmu, cpu, "ts_source", 10, &times);
	buffer_put_u64(out, times);
}

static void put_cpu(struct buffer *out, const struct aux_info *info, const struct pmu *pmu, int cpu)
{
	uint64_t number;

	if (cpu_number(pmu, cpu, "mgmt/trcdevarch", 16, &number) && DEVARCH_VERSION(number) == ETE_VERSION &&
	    DEVARCH_PART(number) == ETE_PART)
		put_etm4(out, info, pmu, cpu, true);
	else if (cpu_number(pmu, cpu, "trcidr/trcidr0", 16, &number))
		put_etm4(out, info, pmu, cpu, false);
	else
		put_etm3(out, info, pmu, cpu);
}

void aux_info_put_etm(struct buffer *out, const struct aux_info *info, const struct pmu *pmu)
{
	buffer_put_u64(out, ETM_VERSION);
	buffer_put_u64(out, (uint64_t)pmu->type << 32 | (uint32_t)info->cpus->n);
	buffer_put_u64(out, info->snapshot);
	for (int i = 0; i < info->cpus->n; i++)
		put_cpu(out, info, pmu, info->cpus->cpus[i]);
}
