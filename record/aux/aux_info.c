#include "record/aux/aux_info.h"

#include "common/fileio.h"
#include "formats/record/record_write.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#define CPUID_TSC_RATIO 0x15
#define MIDR_FILE_MAX   64

#define SPE_VERSION      2
#define SPE_HEADER_WORDS 4
#define SPE_CPU_MAGIC    0x1010101010101010ull
#define SPE_CPU_WORDS    4 /* after the first three */
#define SPE_NO_PMU       UINT64_MAX

/* A number in a file of the PMU, 0 where there is none. */
static uint64_t number_of(const struct pmu *pmu, const char *file, int base)
{
	uint64_t number;

	return pmu_read_number(&number, pmu->sys_root, pmu->name, file, base) ? 0 : number;
}

/* The counter's frequency is that of the crystal, times n / d. */
static void tsc_ratio(uint32_t *ret_n, uint32_t *ret_d)
{
	*ret_n = *ret_d = 0;
#if defined(__x86_64__) || defined(__i386__)
	uint32_t ecx, edx;

	__get_cpuid(CPUID_TSC_RATIO, ret_d, ret_n, &ecx, &edx);
#endif
}

static void put_time_conv(struct buffer *out, const struct time_conv *conv)
{
	buffer_put_u64(out, conv->shift);
	buffer_put_u64(out, conv->mult);
	buffer_put_u64(out, conv->zero);
	buffer_put_u64(out, conv->mult != 0);
}

/* Its length, and with its NUL as many words as it takes. */
static void put_filter(struct buffer *out, const char *filter)
{
	size_t length = filter ? strlen(filter) : 0;

	buffer_put_u64(out, length);
	if (!length)
		return;
	buffer_append(out, filter, length);
	buffer_append(out, NULL, align_up(length + 1, 8) - length);
}

static void put_intel_pt(struct buffer *out, const struct aux_info *info, const struct pmu *pmu)
{
	uint32_t n, d;

	tsc_ratio(&n, &d);
	buffer_put_u64(out, pmu->type);
	put_time_conv(out, &info->conv);
	buffer_put_u64(out, pmu_config_bits(pmu, "tsc"));
	buffer_put_u64(out, pmu_config_bits(pmu, "noretcomp"));
	buffer_put_u64(out, info->switches);
	buffer_put_u64(out, info->snapshot);
	buffer_put_u64(out, info->per_cpu);
	buffer_put_u64(out, pmu_config_bits(pmu, "mtc"));
	buffer_put_u64(out, pmu_config_bits(pmu, "mtc_period"));
	buffer_put_u64(out, n);
	buffer_put_u64(out, d);
	buffer_put_u64(out, pmu_config_bits(pmu, "cyc"));
	buffer_put_u64(out, number_of(pmu, "max_nonturbo_ratio", 10));
	put_filter(out, info->spec->filter);
	buffer_put_u64(out, number_of(pmu, "caps/event_trace", 10));
}

static void put_intel_bts(struct buffer *out, const struct aux_info *info, const struct pmu *pmu)
{
	buffer_put_u64(out, pmu->type);
	put_time_conv(out, &info->conv);
	buffer_put_u64(out, info->snapshot);
}

static uint64_t midr_of(const struct aux_info *info, int cpu)
{
	char path[PATH_MAX];
	struct buffer text;
	uint64_t midr = 0;

	snprintf(path, sizeof(path), "%s/devices/system/cpu/cpu%d/regs/identification/midr_el1",
		 info->sys_root ? info->sys_root : "/sys", cpu);
	buffer_init(&text);
	if (!fileio_read_file(AT_FDCWD, path, &text, MIDR_FILE_MAX))
		midr = strtoull((char *)text.data, NULL, 16);
	buffer_fini(&text);
	return midr;
}

/* The trace of the PMU that has the CPU, or NULL. */
static const struct event_spec *spe_of(const struct event_list *list, int cpu)
{
	for (int i = 0; i < list->n; i++) {
		const struct event_spec *spec = &list->events[i];

		if (spec->trace.kind == TRACE_ARM_SPE && (!spec->pmu_cpus.n || cpulist_has(&spec->pmu_cpus, cpu)))
			return spec;
	}
	return NULL;
}

static void put_spe_cpu(struct buffer *out, const struct aux_info *info, int cpu)
{
	const struct event_spec *spec = spe_of(info->list, cpu);
	const struct pmu pmu = { .name = spec ? spec->pmu : NULL, .sys_root = info->sys_root };

	buffer_put_u64(out, SPE_CPU_MAGIC);
	buffer_put_u64(out, (uint64_t)cpu);
	buffer_put_u64(out, SPE_CPU_WORDS);
	buffer_put_u64(out, midr_of(info, cpu));
	buffer_put_u64(out, spec ? spec->attr.type : SPE_NO_PMU);
	buffer_put_u64(out, spec ? number_of(&pmu, "caps/min_interval", 10) : 0);
	buffer_put_u64(out, spec ? number_of(&pmu, "caps/event_filter", 16) : 0);
}

static void put_arm_spe(struct buffer *out, const struct aux_info *info, const struct pmu *pmu)
{
	buffer_put_u64(out, SPE_VERSION);
	buffer_put_u64(out, SPE_HEADER_WORDS);
	buffer_put_u64(out, pmu->type);
	buffer_put_u64(out, (uint64_t)info->cpus->n);
	for (int i = 0; i < info->cpus->n; i++)
		put_spe_cpu(out, info, info->cpus->cpus[i]);
}

static void put_words(struct buffer *out, const struct aux_info *info, const struct pmu *pmu)
{
	switch (info->spec->trace.kind) {
	case TRACE_INTEL_PT: put_intel_pt(out, info, pmu); break;
	case TRACE_INTEL_BTS: put_intel_bts(out, info, pmu); break;
	case TRACE_CS_ETM: aux_info_put_etm(out, info, pmu); break;
	case TRACE_ARM_SPE: put_arm_spe(out, info, pmu); break;
	default: break;
	}
}

int aux_info_put(struct buffer *out, const struct aux_info *info, struct error *err)
{
	size_t start = out->size;
	struct pmu pmu;
	int result = pmu_load(&pmu, info->sys_root, info->spec->pmu, err);

	if (result)
		return result;
	record_begin(out, PERF_RECORD_AUXTRACE_INFO, 0);
	buffer_put_u32(out, info->spec->trace.kind);
	buffer_put_u32(out, 0);
	put_words(out, info, &pmu);
	pmu_fini(&pmu);
	if (!buffer_ok(out))
		return error_nomem(err);
	if (out->size - start > RECORD_SIZE_MAX) {
		out->size = start;
		return error_set(err, -E2BIG, "%s: a file cannot describe the traces of %d CPUs; give fewer with -C",
				 info->spec->name, info->cpus->n);
	}
	record_end(out, start, NULL);
	return 0;
}
