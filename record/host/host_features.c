#include "record/host/host_features.h"

#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "formats/feature/features_encode.h"
#include "record/host/host_pmus.h"
#include "record/host/host_topology.h"

static int encode_text(struct buffer *b, const char *text)
{
	if (!text || !*text)
		return 0;
	feature_encode_string(b, text);
	return 1;
}

static int encode_uname(struct buffer *b, unsigned feature)
{
	struct utsname name;

	if (uname(&name))
		return 0;
	return encode_text(b, feature == FEATURE_HOSTNAME    ? name.nodename
			      : feature == FEATURE_OSRELEASE ? name.release
							     : name.machine);
}

static int encode_nrcpus(struct buffer *b)
{
	feature_encode_nrcpus(b, (uint32_t)sysconf(_SC_NPROCESSORS_CONF), (uint32_t)sysconf(_SC_NPROCESSORS_ONLN));
	return 1;
}

/* Each architecture has a key of its own for the name of the CPU. */
static int encode_cpudesc(struct host_read *r, struct buffer *b)
{
	static const char *const keys[] = { "model name", "cpu model", "Model Name", "cpu", "Processor", "vendor_id" };
	const char *cpuinfo = host_read_proc(r, "cpuinfo");

	for (size_t i = 0; cpuinfo && i < ARRAY_SIZE(keys); i++) {
		const char *value = host_read_value(r, cpuinfo, keys[i]);

		if (value)
			return encode_text(b, value);
	}
	return 0;
}

/* x86: "VENDOR,FAMILY,MODEL,STEPPING"; arm64: the MIDR. */
static int encode_cpuid(struct host_read *r, struct buffer *b)
{
	const char *midr = host_read_sys(r, "devices/system/cpu/cpu0/regs/identification/midr_el1");
	const char *cpuinfo = midr ? NULL : host_read_proc(r, "cpuinfo");
	const char *vendor = host_read_value(r, cpuinfo, "vendor_id");
	const char *family = host_read_value(r, cpuinfo, "cpu family");
	const char *model = host_read_value(r, cpuinfo, "model");
	const char *stepping = host_read_value(r, cpuinfo, "stepping");
	char text[128];

	if (midr)
		return encode_text(b, midr);
	if (!vendor || !family || !model || !stepping)
		return 0;
	snprintf(text, sizeof(text), "%s,%s,%s,%s", vendor, family, model, stepping);
	return encode_text(b, text);
}

static int encode_total_mem(struct host_read *r, struct buffer *b)
{
	const char *total = host_read_value(r, host_read_proc(r, "meminfo"), "MemTotal");

	if (!total)
		return 0;
	feature_encode_total_mem(b, strtoull(total, NULL, 10));
	return 1;
}

static int encode_machine(struct host_read *r, struct buffer *b, unsigned feature)
{
	switch (feature) {
	case FEATURE_HOSTNAME:
	case FEATURE_OSRELEASE:
	case FEATURE_ARCH: return encode_uname(b, feature);
	case FEATURE_VERSION: return encode_text(b, PACKAGE_NAME " " PACKAGE_VERSION);
	case FEATURE_NRCPUS: return encode_nrcpus(b);
	case FEATURE_CPUDESC: return encode_cpudesc(r, b);
	case FEATURE_CPUID: return encode_cpuid(r, b);
	case FEATURE_TOTAL_MEM: return encode_total_mem(r, b);
	case FEATURE_CPU_TOPOLOGY: return host_encode_cpu_topology(r, b);
	case FEATURE_NUMA_TOPOLOGY: return host_encode_numa_topology(r, b);
	case FEATURE_CACHE: return host_encode_cache(r, b);
	case FEATURE_MEM_TOPOLOGY: return host_encode_mem_topology(r, b);
	case FEATURE_PMU_MAPPINGS: return host_encode_pmu_mappings(r, b);
	case FEATURE_CPU_PMU_CAPS: return host_encode_cpu_pmu_caps(r, b);
	case FEATURE_PMU_CAPS: return host_encode_pmu_caps(r, b);
	default: return 0;
	}
}

int host_feature_encode(struct buffer *b, unsigned feature, const struct host_roots *roots, struct error *err)
{
	size_t start = b->size;
	struct host_read r;
	int result;

	host_read_init(&r, roots);
	result = encode_machine(&r, b, feature);
	if (r.nomem || !buffer_ok(b)) {
		b->size = start;
		result = error_nomem(err);
	}
	host_read_fini(&r);
	return result;
}
