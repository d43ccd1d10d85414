#include "record/drain/off_cpu_found.h"

#include "common/clock_ns.h"
#include "common/list.h"
#include "formats/record/record_write.h"
#include "record/open/host_regs.h"
#include "record/synth/synth_tasks.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define THREADS_KEPT  64 /* of which the words are kept, in case that they wait until the end */
#define THREADS_NAMED 3
#define ABI_32        1 /* PERF_SAMPLE_REGS_ABI_* */
#define ABI_64        2

int off_cpu_found_init(struct off_cpu_found *f, struct aside *aside, const struct target *target,
		       const struct set_event *event, struct off_cpu *off_cpu, struct error *err)
{
	*f = (struct off_cpu_found){
		.aside = aside, .target = target, .event = event, .off_cpu = off_cpu, .clock.fd = -1
	};
	buffer_init(&f->sample);
	buffer_init(&f->stack);
	/* The largest one that fits into a record. */
	if (!buffer_append(&f->stack, NULL, event->attr.sample_stack_user))
		return error_nomem(err);
	event_clock_open(&f->clock, &event->attr);
	return 0;
}

void off_cpu_found_fini(struct off_cpu_found *f)
{
	if (!f->event)
		return;
	off_cpu_found_done(f);
	event_clock_close(&f->clock);
	buffer_fini(&f->sample);
	buffer_fini(&f->stack);
	free(f->threads);
}

static int emit_nothing(void *context, const void *record, size_t size)
{
	(void)context, (void)record, (void)size;
	return 0;
}

static int open_proc(struct off_cpu_found *f, struct error *err)
{
	const struct synth_options options = { .aside = f->aside };
	const struct synth_sink sink = { .emit = emit_nothing };

	if (!f->synth)
		f->synth = synth_new(&options, &sink, err);
	return f->synth ? 0 : -ENOMEM;
}

int off_cpu_found_prepare(struct off_cpu_found *f, struct error *err)
{
	int result = open_proc(f, err);

	if (!result && !f->names.n && kernel_names_load(&f->names, f->synth))
		result = error_nomem(err);
	return result;
}

int off_cpu_found_begin(struct off_cpu_found *f, struct error *err)
{
	f->since = event_clock_now(&f->clock);
	return off_cpu_found_prepare(f, err);
}

void off_cpu_found_done(struct off_cpu_found *f)
{
	synth_free(f->synth);
	f->synth = NULL;
	kernel_names_fini(&f->names);
}

/* The chain as the kernel writes it; its length. */
static uint32_t make_chain(const struct blocked_thread *t, uint64_t flags, uint64_t *chain)
{
	uint32_t n = 0;

	if (t->n_frames && !(flags & ATTR_EXCLUDE_CALLCHAIN_KERNEL)) {
		chain[n++] = CALLCHAIN_KERNEL;
		memcpy(chain + n, t->frames, t->n_frames * sizeof(*chain));
		n += t->n_frames;
	}
	if (t->ip && !(flags & ATTR_EXCLUDE_CALLCHAIN_USER)) {
		chain[n++] = CALLCHAIN_USER;
		chain[n++] = t->ip;
	}
	return n;
}

/* Registers that are not known are 0, which ends a chain that needs them. */
static uint32_t make_regs(const struct blocked_thread *t, uint64_t mask, uint64_t *values)
{
	const enum regs_arch arch = host_regs_arch();
	uint32_t n = 0;

	for (int number = 0; number < 64; number++)
		if (mask >> number & 1)
			values[n++] = number == regs_ip(arch) ? t->ip : number == regs_sp(arch) ? t->sp : 0;
	return n;
}

static void put_sample(struct off_cpu_found *f, const struct blocked_thread *t)
{
	const struct event_attr *attr = &f->event->attr;
	const uint64_t id = f->event->n_ids ? f->event->ids[0] : 0;
	uint64_t chain[BLOCKED_FRAMES_MAX + 3], regs[64];
	struct sample s = { .identifier = id,
			    .id = id,
			    .stream_id = id,
			    .ip = t->n_frames ? t->frames[0] : t->ip,
			    .pid = t->pid,
			    .tid = t->tid,
			    .time = f->since,
			    .cpu = t->cpu };

	s.callchain = (struct sample_words){ (uint8_t *)chain, make_chain(t, attr->flags, chain), false };
	if (t->ip && attr->sample_type & PERF_SAMPLE_REGS_USER) {
		s.regs_user.abi = (t->ip | t->sp) >> 32 ? ABI_64 : ABI_32;
		s.regs_user.values =
			(struct sample_words){ (uint8_t *)regs, make_regs(t, attr->sample_regs_user, regs), false };
	}
	if (attr->sample_type & PERF_SAMPLE_STACK_USER)
		s.stack_dyn_size = blocked_thread_stack(f->synth, t, f->stack.data, f->stack.size) & ~(size_t)7;
	s.stack_user = (struct sample_bytes){ f->stack.data, s.stack_dyn_size };
	buffer_clear(&f->sample);
	sample_put(&f->sample, attr, t->n_frames ? RECORD_MISC_KERNEL : RECORD_MISC_USER, &s);
}

static int keep_words(struct off_cpu_found *f, const struct blocked_thread *t)
{
	struct found_thread *thread;

	if (f->n >= THREADS_KEPT)
		return 0;
	if (!list_reserve(&f->threads, f->n, &f->capacity, sizeof(*f->threads)))
		return -ENOMEM;
	thread = &f->threads[f->n++];
	*thread = (struct found_thread){ .tid = t->tid };
	snprintf(thread->comm, sizeof(thread->comm), "%s", t->comm);
	snprintf(thread->where, sizeof(thread->where), "%.*s", (int)strcspn(t->where, "."), t->where);
	return 0;
}

/* The time is of before it is looked at: what it does after that is known by its switches. */
static int find_thread(struct off_cpu_found *f, pid_t pid, pid_t tid)
{
	const uint64_t now = event_clock_now(&f->clock);
	struct blocked_thread t;
	int result = now ? blocked_thread_read(f->synth, &f->names, pid, tid, &t) : 0;

	if (result <= 0 || (f->target->cpus_given && !target_wants_cpu(f->target, (int)t.cpu)))
		return result < 0 ? result : 0;
	put_sample(f, &t);
	if (!buffer_ok(&f->sample) || keep_words(f, &t))
		return -ENOMEM;
	return off_cpu_take_found(f->off_cpu, f->sample.data, f->sample.size, now);
}

struct process_walk {
	struct off_cpu_found *found;
	pid_t pid;
};

static int each_thread(struct synth *s, pid_t tid, void *context)
{
	const struct process_walk *walk = context;

	(void)s;
	return find_thread(walk->found, walk->pid, tid);
}

int off_cpu_found_process(struct off_cpu_found *f, pid_t pid, struct error *err)
{
	struct process_walk walk = { f, pid };
	char path[sizeof("2147483647/task")];
	int dir, result;

	snprintf(path, sizeof(path), "%d/task", pid);
	dir = pid == getpid() ? -ESRCH : synth_open(f->synth, PRIVILEGE_PROCESSES, path, O_RDONLY | O_DIRECTORY);
	if (dir < 0)
		return 0;
	result = synth_each_number(f->synth, dir, each_thread, &walk);
	close(dir);
	return result == -ENOMEM ? error_nomem(err) : 0;
}

int off_cpu_found_thread(struct off_cpu_found *f, pid_t tid, struct error *err)
{
	const pid_t pid = synth_process_of(f->synth, tid);

	return pid && find_thread(f, pid, tid) ? error_nomem(err) : 0;
}

void off_cpu_found_stop(struct off_cpu_found *f)
{
	if (f->event)
		f->ended = event_clock_now(&f->clock);
}

/*
 * A thread that has left to end is away for good: it has no program any more. Where its sample does not tell, or where
 * it may have gone on on a CPU that is not recorded, /proc has to.
 */
static bool is_still_away(const struct off_cpu_found *f, const struct off_cpu_thread *thread)
{
	const uint32_t pid = load_u32(thread->sample + f->off_cpu->layout.tid);
	const struct kernel_names none = { 0 };
	struct blocked_thread t;

	if (!f->target->cpus_given && off_cpu_has_program(f->off_cpu, thread))
		return true;
	return blocked_thread_read(f->synth, &none, (pid_t)pid, (pid_t)thread->tid, &t) > 0 &&
	       (!f->target->cpus_given || target_wants_cpu(f->target, (int)t.cpu));
}

static void mark(struct off_cpu_found *f, const struct off_cpu_thread *thread, uint64_t ns)
{
	f->n_away++;
	for (uint32_t i = 0; i < f->n; i++)
		if (f->threads[i].tid == thread->tid) {
			f->threads[i].is_still_away = true;
			f->threads[i].ns = ns;
		}
}

static int end_thread(struct off_cpu_found *f, struct off_cpu_thread *t, uint64_t now, struct buffer *out)
{
	if (t->left >= now || !is_still_away(f, t))
		return 0;
	if (t->is_found)
		mark(f, t, now - t->left);
	return off_cpu_return(f->off_cpu, t, now, out);
}

int off_cpu_found_end(struct off_cpu_found *f, pid_t pid, struct buffer *out)
{
	struct off_cpu *o = f->off_cpu;
	uint64_t now = f->ended ? f->ended : event_clock_now(&f->clock);
	int result = open_proc(f, NULL);

	if (!now)
		now = o->latest;
	for (uint32_t i = 0; i < o->n_threads && !result; i++)
		if (off_cpu_is_away(o, &o->threads[i], (uint32_t)pid))
			result = end_thread(f, &o->threads[i], now, out);
	off_cpu_found_done(f);
	off_cpu_sums_put(&o->sums, out);
	off_cpu_forget(o, (uint32_t)pid);
	return result || !buffer_ok(out) ? -ENOMEM : 0;
}

/* "sleep 4711 in hrtimer_nanosleep, cat 4712 in pipe_read and 3 more" */
static void name_threads(const struct off_cpu_found *f, char *text, size_t room)
{
	uint64_t named = 0;
	size_t at = 0;

	text[0] = 0;
	for (uint32_t i = 0; i < f->n && named < THREADS_NAMED; i++) {
		const struct found_thread *t = &f->threads[i];

		if (!t->is_still_away)
			continue;
		at += (size_t)snprintf(text + at, room - at, "%s%s %u%s%s", named++ ? ", " : "", t->comm, t->tid,
				       t->where[0] ? " in " : "", t->where);
	}
	if (f->n_away > named)
		snprintf(text + at, room - at, " and %llu more", (unsigned long long)(f->n_away - named));
}

void off_cpu_found_describe(const struct off_cpu_found *f, struct diagnostics *diagnostics)
{
	char text[THREADS_NAMED * (2 * BLOCKED_TEXT_MAX + 32) + 64];
	uint64_t ns = 0;

	if (!f->n_away)
		return;
	for (uint32_t i = 0; i < f->n; i++)
		if (f->threads[i].is_still_away && f->threads[i].ns > ns)
			ns = f->threads[i].ns;
	name_threads(f, text, sizeof(text));
	/* On a whole machine that is what most do. */
	diagnostics_add(diagnostics, f->target->kind == TARGET_SYSTEM ? NOTICE_VERBOSE : NOTICE_NOTE,
			"blocked all the time, %.1f s: %s", (double)ns / NS_PER_S, text);
}
