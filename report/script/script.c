#include "report/script/script.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* Fields that are not at a fixed offset of a sample. */
#define FIELDS_DECODED                                                                                           \
	(SCRIPT_BIT(TRACE) | SCRIPT_BIT(ADDR) | SCRIPT_BIT(IREGS) | SCRIPT_BIT(UREGS) | SCRIPT_BIT(BRSTACK) |    \
	 SCRIPT_BIT(BRSTACKSYM) | SCRIPT_BIT(BRSTACKOFF) | SCRIPT_BIT(DATA_SRC) | SCRIPT_BIT(WEIGHT) |           \
	 SCRIPT_BIT(PHYS_ADDR) | SCRIPT_BIT(DATA_PAGE_SIZE) | SCRIPT_BIT(CODE_PAGE_SIZE) | SCRIPT_BIT(INS_LAT) | \
	 SCRIPT_BIT(RETIRE_LAT) | SCRIPT_BIT(CGROUP))

/* True if each sample is a branch, as the branch trace store (BTS) writes them. */
static bool attr_is_bts(const struct event_attr *a)
{
	return a->type == PERF_TYPE_HARDWARE && a->config == PERF_COUNT_HW_BRANCH_INSTRUCTIONS && a->sample_period == 1;
}

static bool attr_is_page_fault(const struct event_attr *a)
{
	return a->type == PERF_TYPE_SOFTWARE &&
	       (a->config == PERF_COUNT_SW_PAGE_FAULTS || a->config == PERF_COUNT_SW_PAGE_FAULTS_MIN ||
		a->config == PERF_COUNT_SW_PAGE_FAULTS_MAJ);
}

static int event_make(struct script_event *e, const struct file_event *event, const struct script_fields *fields,
		      bool chains, int name_width)
{
	const struct event_attr *attr = &event->attr;
	enum script_type type = script_type_of(attr);
	uint64_t shown = fields->types[type].fields;
	int size;

	e->event = event;
	e->fields = shown;
	e->style = (struct script_ip_style){ .shows_ip = shown & SCRIPT_BIT(IP),
					     .shows_sym = shown & SCRIPT_BIT(SYM),
					     .shows_symoff = shown & SCRIPT_BIT(SYMOFF),
					     .shows_dso = shown & SCRIPT_BIT(DSO),
					     .shows_dsoff = shown & SCRIPT_BIT(DSOFF),
					     .shows_srcline = shown & SCRIPT_BIT(SRCLINE) };
	e->style.id = type;
	e->shows_chain = chains && attr->sample_type & PERF_SAMPLE_CALLCHAIN;
	e->is_deferred = e->shows_chain && event_has_deferred_chains(attr);
	e->lbr = e->shows_chain && event_has_call_branches(attr);
	e->is_unwound = e->shows_chain && event_has_user_stacks(attr);
	e->bts = attr_is_bts(attr);
	e->bts_target =
		shown & SCRIPT_BIT(ADDR) || (attr->sample_type & PERF_SAMPLE_ADDR && !fields->types[type].is_set);
	e->bpf_output = attr->type == PERF_TYPE_SOFTWARE && attr->config == PERF_COUNT_SW_BPF_OUTPUT;
	e->addr_has_name = attr_is_page_fault(attr) || e->bts;
	e->decode = shown & FIELDS_DECODED || (e->bpf_output && shown & SCRIPT_BIT(BPF_OUTPUT));
	e->raw_only =
		(shown & FIELDS_DECODED) == SCRIPT_BIT(TRACE) && !e->bpf_output &&
		(attr->sample_type & (PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_RAW)) == PERF_SAMPLE_RAW;
	size = asprintf(&e->name, "%*s: ", name_width, event->name);
	if (size < 0) {
		e->name = NULL;
		return -ENOMEM;
	}
	e->name_size = (size_t)size;
	return 0;
}

int script_events_make(struct script *s, const struct script_fields *fields, bool chains)
{
	int width = 0, result = 0;

	s->events = calloc(s->file->n_events, sizeof(*s->events));
	if (!s->events)
		return -ENOMEM;
	for (uint32_t i = 0; i < s->file->n_events; i++) {
		size_t size = strlen(s->file->events[i].name);

		width = size > (size_t)width && size < 4096 ? (int)size : width;
	}
	for (uint32_t i = 0; i < s->file->n_events && !result; i++) {
		result = event_make(&s->events[i], &s->file->events[i], fields, chains, width);
		s->events[i].style.escaped = s->in_stacks;
		s->events[i].style.shows_inlines = s->shows_inlines && s->events[i].style.shows_sym;
	}
	return result;
}

void script_events_free(struct script *s)
{
	for (uint32_t i = 0; s->events && i < s->file->n_events; i++)
		free(s->events[i].name);
	free(s->events);
	s->events = NULL;
}
