#include "report/script/script_worker.h"

#include "common/clock_ns.h"
#include "common/text.h"

#include <stdio.h>
#include <time.h>

/* Width of comms with -L. */
#define LATENCY_COMM 8

int script_worker_init(struct script_worker *w, const struct script *script)
{
	memset(w, 0, sizeof(*w));
	w->script = script;
	w->is_on = !script->filter.choice->switches.begins;
	buffer_init(&w->out);
	buffer_init(&w->chain);
	buffer_init(&w->cut);
	script_names_init(&w->names, (struct shared_locator *)&script->shared, script->stop_bt);
	if (ended_counts_init(&w->ends, script->ends, script->max_stack))
		return -ENOMEM;
	if (!script->unwind)
		return 0;
	return stack_chain_init(&w->stack, script->unwind, script->arch, script->max_stack);
}

void script_worker_fini(struct script_worker *w)
{
	script_names_fini(&w->names);
	buffer_fini(&w->out);
	buffer_fini(&w->chain);
	buffer_fini(&w->cut);
	ended_counts_fini(&w->ends);
	if (w->script->unwind)
		stack_chain_fini(&w->stack);
}

void script_count_bad(struct script_worker *w, const struct error *err)
{
	if (!w->n_bad++)
		w->first_bad = *err;
}

const char *script_comm(struct script_worker *w, uint32_t tid, uint64_t time, size_t *ret_size)
{
	struct script_comm *c = &w->comms[tid % SCRIPT_CACHED];
	uint32_t comm;

	if (!c->is_used || c->tid != tid || !time_range_holds(&c->range, time)) {
		comm = timeline_comm_range(w->script->timeline, tid, time, &c->range);
		c->is_used = true;
		c->tid = tid;
		snprintf(c->text, sizeof(c->text), ":%d", (int32_t)tid);
		c->comm = comm == STRTAB_NONE ? c->text : strtab_get(w->script->strings, comm);
		c->size = strlen(c->comm);
	}
	*ret_size = c->size;
	return c->comm;
}

static uint32_t epoch_of(struct script_worker *w, struct script_epoch *e, uint32_t pid, uint64_t time)
{
	if (!e->is_used || e->pid != pid || !time_range_holds(&e->range, time)) {
		e->is_used = true;
		e->pid = pid;
		e->epoch = timeline_mapping_range(w->script->timeline, pid, time, &e->range);
	}
	return e->epoch;
}

void script_snapshot(struct script_worker *w, uint32_t pid, uint64_t time, struct script_snapshot *ret_snapshot)
{
	ret_snapshot->pid = pid;
	ret_snapshot->time = time;
	ret_snapshot->epoch = epoch_of(w, &w->epochs[pid % SCRIPT_CACHED], pid, time);
	ret_snapshot->kernel_epoch = epoch_of(w, &w->kernel, TIMELINE_KERNEL_PID, time);
}

/* --- the head of a line ------------------------------------------------------------ */

static char *put_misc(char *p, const struct script_head *h)
{
	char *from = p;
	unsigned misc = h->misc;

	/* Linux perf tests the bits of each mode, not the mode: guest modes may show K or U as well. */
	if ((misc & RECORD_MISC_KERNEL) == RECORD_MISC_KERNEL)
		*p++ = 'K';
	if ((misc & RECORD_MISC_USER) == RECORD_MISC_USER)
		*p++ = 'U';
	if ((misc & RECORD_MISC_HYPERVISOR) == RECORD_MISC_HYPERVISOR)
		*p++ = 'H';
	if ((misc & RECORD_MISC_GUEST_KERNEL) == RECORD_MISC_GUEST_KERNEL)
		*p++ = 'G';
	if ((misc & RECORD_MISC_GUEST_USER) == RECORD_MISC_GUEST_USER)
		*p++ = 'g';
	if ((h->type == PERF_RECORD_MMAP || h->type == PERF_RECORD_MMAP2) && misc & RECORD_MISC_MMAP_DATA)
		*p++ = 'M';
	if (h->type == PERF_RECORD_COMM && misc & RECORD_MISC_COMM_EXEC)
		*p++ = 'E';
	if ((h->type == PERF_RECORD_SWITCH || h->type == PERF_RECORD_SWITCH_CPU_WIDE) &&
	    misc & RECORD_MISC_SWITCH_OUT) {
		*p++ = 'S';
		if (misc & RECORD_MISC_SWITCH_OUT_PREEMPT)
			*p++ = 'p';
	}
	return p - from < 6 ? text_spaces(p, (size_t)(6 - (p - from))) : text_spaces(p, 1);
}

/* Makes a time relative, as script->clock says. As in perf, no time is relative to one of 0. */
static uint64_t clock_time(struct script_worker *w, uint64_t time)
{
	uint64_t from = w->clock;

	switch (w->script->clock) {
	case SCRIPT_CLOCK_FIRST: w->clock = from ? from : time; return time - w->clock;
	case SCRIPT_CLOCK_PREVIOUS: w->clock = time; return from ? time - from : 0;
	default: return time;
	}
}

static char *put_time(struct script_worker *w, char *p, uint64_t time)
{
	time = clock_time(w, time);
	/* Thousands of samples have the same second: its text is kept. */
	if (time - w->second >= NS_PER_S || !w->second_size) {
		w->second = time / NS_PER_S * NS_PER_S;
		w->second_size = (size_t)(text_u64(w->second_text, time / NS_PER_S, 5, ' ') - w->second_text);
	}
	time -= w->second;
	p = text_bytes(p, w->second_text, w->second_size);
	*p++ = '.';
	p = w->script->nanoseconds ? text_u64(p, time, 9, '0') : text_u64(p, (uint32_t)time / 1000, 6, '0');
	*p++ = ':';
	*p++ = ' ';
	return p;
}

/* Puts a time of day. ns: since 1970. */
static char *put_time_of_day(char *p, uint64_t ns, bool nanoseconds)
{
	const time_t seconds = (time_t)(ns / NS_PER_S);
	struct tm tm;

	if (localtime_r(&seconds, &tm))
		p += strftime(p, 64, "%F %T", &tm);
	*p++ = '.';
	p = nanoseconds ? text_u64(p, (uint32_t)(ns % NS_PER_S), 9, '0')
			: text_u64(p, (uint32_t)(ns % NS_PER_S) / 1000, 6, '0');
	*p++ = ' ';
	return p;
}

static char *put_threads(char *p, uint64_t fields, const struct script_head *h)
{
	if (fields & SCRIPT_BIT(PID)) {
		p = text_i32(p, (int32_t)h->pid, 7);
		if (!(fields & SCRIPT_BIT(TID)))
			*p++ = ' ';
	}
	if (fields & SCRIPT_BIT(TID)) {
		char *from = p + 1;

		if (!(fields & SCRIPT_BIT(PID))) {
			p = text_i32(p, (int32_t)h->tid, 7);
		} else {
			*p++ = '/';
			p = text_i32(p, (int32_t)h->tid, 0);
			if (p - from < 7)
				p = text_spaces(p, (size_t)(7 - (p - from)));
		}
		*p++ = ' ';
	}
	return p;
}

static char *put_cpu(char *p, uint32_t cpu, bool latency)
{
	if (latency) {
		p = text_i32(p, (int32_t)cpu, 3);
		*p++ = ' ';
		return p;
	}
	*p++ = '[';
	/* A record without a CPU shows -1, padded with zeros as printf does. */
	if (cpu == UINT32_MAX)
		p = text_bytes(p, "-01", 3);
	else
		p = text_u64(p, cpu, 3, '0');
	*p++ = ']';
	*p++ = ' ';
	return p;
}

void script_put_head(struct script_worker *w, const struct script_event *e, const struct script_head *h)
{
	uint64_t fields = e->fields;
	char *p = (char *)buffer_reserve(&w->out, h->comm_size + 256);

	if (!p)
		return;
	if (fields & SCRIPT_BIT(COMM)) {
		size_t size = w->script->as_latency && h->comm_size > LATENCY_COMM ? LATENCY_COMM : h->comm_size;
		bool in_stack = w->script->in_stacks || (fields & SCRIPT_BIT(IP) && e->shows_chain);
		size_t width = w->script->as_latency ? LATENCY_COMM : in_stack ? 0 : 16;

		if (size < width)
			p = text_spaces(p, width - size);
		p = text_bytes(p, h->comm, size);
		*p++ = ' ';
	}
	p = put_threads(p, fields, h);
	if (fields & SCRIPT_BIT(CPU))
		p = put_cpu(p, h->cpu, w->script->as_latency);
	if (fields & SCRIPT_BIT(MISC))
		p = put_misc(p, h);
	if (fields & SCRIPT_BIT(TOD))
		p = put_time_of_day(p, wall_clock_at(&w->script->wall, h->time), w->script->nanoseconds);
	if (fields & SCRIPT_BIT(TIME))
		p = put_time(w, p, h->time);
	w->out.size = (size_t)(p - (char *)w->out.data);
}
