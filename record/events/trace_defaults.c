#include "record/events/trace_defaults.h"

#include "common/bytes.h"
#include "common/fileio.h"
#include "record/events/event_terms.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

/* 2^3: an MTC packet each 8 cycles of the crystal clock; a PSB packet each 2^(3+11) bytes. */
#define PERIOD_WANTED 3
#define TERM_MAX      48
#define PARAMETER_MAX 64
#define SPE_INTERVAL  4096 /* where the kernel does not say what the CPU can do */

/* The number of the set bit that is wanted, else of the next lower, else of the lowest; bits are not 0. */
static int nearest_bit(uint64_t bits, int wanted)
{
	uint64_t low = bits & ((2ull << wanted) - 1);

	return low ? 63 - __builtin_clzll(low) : __builtin_ctzll(bits);
}

/* One of the periods that the CPU can make, a mask in the file; -1: none. */
static int period_of(const struct pmu *pmu, const char *file)
{
	uint64_t periods;

	if (pmu_read_number(&periods, pmu->sys_root, pmu->name, file, 16) || !periods)
		return -1;
	return nearest_bit(periods, PERIOD_WANTED);
}

static bool can(const struct pmu *pmu, const char *file)
{
	uint64_t able;

	return pmu_read_number(&able, pmu->sys_root, pmu->name, file, 10) || able;
}

/* In KVM's mode where host and guests have traces of their own, the kernel takes no other events. */
static bool leaves_out_guests(const struct pmu *pmu)
{
	char path[PATH_MAX];
	struct buffer line;
	bool own;

	snprintf(path, sizeof(path), "%s/module/kvm_intel/parameters/pt_mode", pmu->sys_root ? pmu->sys_root : "/sys");
	buffer_init(&line);
	own = !fileio_read_file(AT_FDCWD, path, &line, PARAMETER_MAX) && line.size && line.data[0] == '1';
	buffer_fini(&line);
	return own;
}

static int apply_intel_pt(struct event_spec *spec, const struct pmu *pmu, struct error *err)
{
	bool has_branch = pmu_find_format(pmu, "pt") && pmu_find_format(pmu, "branch");
	char mtc_term[TERM_MAX] = "", psb_term[TERM_MAX] = "", terms[3 * TERM_MAX];
	int mtc = -1, psb = -1;

	spec->trace.leaves_out_guests = leaves_out_guests(pmu);
	if (!pmu_find_format(pmu, "tsc"))
		return 0;
	if (can(pmu, "caps/mtc"))
		mtc = period_of(pmu, "caps/mtc_periods");
	if (mtc >= 0 && can(pmu, "caps/psb_cyc"))
		psb = period_of(pmu, "caps/psb_periods");
	if (mtc >= 0)
		snprintf(mtc_term, sizeof(mtc_term), ",mtc,mtc_period=%d", mtc);
	if (psb >= 0)
		snprintf(psb_term, sizeof(psb_term), ",psb_period=%d", psb);
	snprintf(terms, sizeof(terms), "tsc%s%s%s", mtc_term, psb_term, has_branch ? ",pt,branch" : "");
	return event_terms_apply(spec, pmu, NULL, (struct event_text){ terms, strlen(terms) }, err);
}

int trace_defaults_apply(struct event_spec *spec, const struct pmu *pmu, struct error *err)
{
	uint64_t interval;

	if (!event_spec_is_trace(spec))
		return 0;
	spec->attr.sample_period = 1;
	if (spec->trace.kind == TRACE_ARM_SPE)
		spec->attr.sample_period =
			!pmu_read_number(&interval, pmu->sys_root, pmu->name, "caps/min_interval", 10) && interval
				? interval
				: SPE_INTERVAL;
	return spec->trace.kind == TRACE_INTEL_PT ? apply_intel_pt(spec, pmu, err) : 0;
}

static bool has_term(struct event_text terms, const char *name)
{
	const char *end = terms.size ? terms.start + terms.size : NULL;
	size_t length = strlen(name);

	for (const char *p = terms.start; terms.size && p < end;) {
		const char *comma = memchr(p, ',', (size_t)(end - p));
		size_t size = (size_t)((comma ? comma : end) - p);

		if (size >= length && !memcmp(p, name, length) && (size == length || p[length] == '='))
			return true;
		p += size + 1;
	}
	return false;
}

/* The bits of a term that was not given. */
static uint64_t open_bits(const struct pmu *pmu, struct event_text terms, const char *term)
{
	return has_term(terms, term) ? 0 : pmu_config_bits(pmu, term);
}

#define VALUES_MAX 256

/* "0, 3, 6": the numbers of the bits. */
static void list_bits(char *text, uint64_t bits)
{
	size_t used = 0;

	*text = 0;
	for (; bits; bits &= bits - 1)
		used += (size_t)snprintf(text + used, VALUES_MAX - used, "%s%d", used ? ", " : "",
					 __builtin_ctzll(bits));
}

/* Whether a value is one that the CPU has, where the kernel lists them: a mask. 0 always is. */
static int check_period(const struct event_spec *spec, const struct pmu *pmu, const char *term, const char *file,
			struct error *err)
{
	uint64_t bits = pmu_config_bits(pmu, term), values;
	uint64_t value = bits ? (spec->attr.config & bits) >> __builtin_ctzll(bits) : 0;
	char text[VALUES_MAX];

	if (!value || pmu_read_number(&values, pmu->sys_root, pmu->name, file, 16) ||
	    (value < 64 && values >> value & 1))
		return 0;
	list_bits(text, values | 1);
	return error_set(err, -EINVAL, "term '%s': this CPU does not have %llu; it has %s", term,
			 (unsigned long long)value, text);
}

static int complete_intel_pt(struct event_spec *spec, const struct pmu *pmu, struct event_text terms, struct error *err)
{
	static const struct {
		const char *term, *file;
	} periods[] = {
		{ "cyc_thresh", "caps/cycle_thresholds" },
		{ "mtc_period", "caps/mtc_periods" },
		{ "psb_period", "caps/psb_periods" },
	};
	int result = 0;

	spec->trace.times = pmu_config_bits(pmu, "tsc");
	/* The decoder begins at such a packet, so samples want many. */
	spec->trace.sampled_config = open_bits(pmu, terms, "psb_period");
	spec->attr.config |= pmu_config_bits(pmu, "pt");
	for (size_t i = 0; i < ARRAY_SIZE(periods) && !result; i++)
		result = check_period(spec, pmu, periods[i].term, periods[i].file, err);
	return result;
}

int trace_defaults_complete(struct event_spec *spec, const struct pmu *pmu, struct event_text terms, struct error *err)
{
	if (!event_spec_is_trace(spec))
		return 0;
	if (spec->freq)
		return error_set(err, -EINVAL, "event '%s': a trace has no frequency%s", pmu->name,
				 spec->trace.kind == TRACE_ARM_SPE ? ", but a period: the term period=N" : "");
	if (spec->extra.overwrite == EVENT_OVERWRITE_YES)
		return error_set(
			err, -EINVAL,
			"event '%s': the term overwrite is for events that sample; prec record -S takes snapshots of "
			"a trace",
			pmu->name);
	switch (spec->trace.kind) {
	case TRACE_INTEL_PT: return complete_intel_pt(spec, pmu, terms, err);
	case TRACE_CS_ETM:
		spec->trace.cpu_config = open_bits(pmu, terms, "timestamp");
		/* One of contextid1 and contextid2: where the kernel runs. */
		if (!has_term(terms, "contextid1") && !has_term(terms, "contextid2"))
			spec->trace.cpu_config |= open_bits(pmu, terms, "contextid");
		return 0;
	case TRACE_ARM_SPE:
		spec->trace.cpu_config = open_bits(pmu, terms, "ts_enable");
		/* What its readers find in the trace. */
		spec->extra.sample_type |= PERF_SAMPLE_DATA_SRC;
		if (spec->attr.config & pmu_config_bits(pmu, "pa_enable"))
			spec->extra.sample_type |= PERF_SAMPLE_PHYS_ADDR;
		return 0;
	default: return 0;
	}
}
