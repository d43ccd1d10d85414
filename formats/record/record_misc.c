#include "formats/record/record_misc.h"

#include "formats/record/abi.h"

static const struct field_word mmap_misc[] = { { RECORD_MISC_MMAP_DATA, "data" },
					       { RECORD_MISC_MMAP_BUILD_ID, "build_id" },
					       { 0, NULL } };
static const struct field_word comm_misc[] = { { RECORD_MISC_COMM_EXEC, "exec" }, { 0, NULL } };
static const struct field_word sample_misc[] = { { RECORD_MISC_EXACT_IP, "exact_ip" }, { 0, NULL } };
static const struct field_word switch_misc[] = { { RECORD_MISC_SWITCH_OUT, "out" },
						 { 1 << 14, "preempt" },
						 { 0, NULL } };
static const struct field_word build_id_misc[] = { { RECORD_MISC_BUILD_ID_SIZE, "size" }, { 0, NULL } };
static const struct field_word lost_samples_misc[] = { { RECORD_MISC_LOST_SAMPLES_BPF, "bpf" }, { 0, NULL } };

const struct field_word *record_misc_words(uint32_t type)
{
	switch (type) {
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2: return mmap_misc;
	case PERF_RECORD_COMM:
	case PERF_RECORD_FORK: return comm_misc;
	case PERF_RECORD_SAMPLE: return sample_misc;
	case PERF_RECORD_SWITCH:
	case PERF_RECORD_SWITCH_CPU_WIDE: return switch_misc;
	case PERF_RECORD_HEADER_BUILD_ID: return build_id_misc;
	case PERF_RECORD_LOST_SAMPLES: return lost_samples_misc;
	default: return NULL;
	}
}

const char *record_cpumode_name(uint16_t misc)
{
	static const char *const names[] = { "unknown", "kernel", "user", "hypervisor", "guest_kernel", "guest_user" };
	unsigned mode = misc & RECORD_MISC_CPUMODE_MASK;

	return mode < ARRAY_SIZE(names) ? names[mode] : NULL;
}
