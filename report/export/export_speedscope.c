#include "report/export/export_speedscope.h"

#include "common/json.h"
#include "report/export/plain_name.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#define SCHEMA "https://www.speedscope.app/file-format-schema.json"

/* A name as a member of an object. 0 or -ENOMEM. */
static int put_name(struct json *j, struct buffer *b, const char *member, const char *name)
{
	const char *plain = plain_name(b, name);

	if (!plain)
		return -ENOMEM;
	json_name(j, member);
	json_string(j, plain);
	return 0;
}

static int put_frames(struct json *j, const struct export *x)
{
	const struct stacks *s = &x->stacks;
	struct buffer b;
	char text[4096];
	int result = 0;

	buffer_init(&b);
	json_name(j, "frames");
	json_begin(j, '[');
	for (uint32_t i = 1; i < s->n_functions && !result; i++) {
		const struct stack_function *f = &s->functions[i];

		json_line(j);
		json_begin(j, '{');
		result = put_name(j, &b, "name", stack_function_text(s, i, text, sizeof(text)));
		if (!result)
			result = put_name(j, &b, "file", export_string(x, f->file ? f->file : f->dso));
		json_end(j, '}');
	}
	json_end(j, ']');
	buffer_fini(&b);
	return result;
}

/* The functions of a stack, outermost first. 0 or -ENOMEM. */
static int put_stack(struct json *j, struct stacks *s, uint32_t stack)
{
	uint32_t n;
	const uint32_t *path = stacks_path(s, stack, &n);

	if (!path)
		return -ENOMEM;
	json_begin(j, '[');
	for (uint32_t i = 0; i < n; i++) {
		const struct stack_location *l = &s->locations[path[i]];

		for (uint32_t k = l->n; k > 0; k--)
			json_u64(j, s->frames[l->first + k - 1].function - 1);
	}
	json_end(j, ']');
	return 0;
}

/* Samples of one event, and of one thread or all. */
struct part {
	const struct stack_sample *samples;
	uint32_t n;
	bool is_time; /* periods are ns */
};

static int put_stacks(struct json *j, struct export *x, const struct part *part)
{
	int result = 0;

	json_name(j, "samples");
	json_begin(j, '[');
	for (uint32_t i = 0; i < part->n && !result; i++)
		result = put_stack(j, &x->stacks, part->samples[i].stack);
	json_end(j, ']');
	return result;
}

static void put_weights(struct json *j, const struct part *part)
{
	uint64_t total = 0;

	json_name(j, "weights");
	json_begin(j, '[');
	for (uint32_t i = 0; i < part->n; i++) {
		json_u64(j, part->samples[i].period);
		total += part->samples[i].period;
	}
	json_end(j, ']');
	json_name(j, "startValue");
	json_u64(j, 0);
	json_name(j, "endValue");
	json_u64(j, total);
}

static int put_profile(struct json *j, struct export *x, const struct part *part, const char *name)
{
	struct buffer b;
	int result;

	buffer_init(&b);
	json_line(j);
	json_begin(j, '{');
	json_name(j, "type");
	json_string(j, "sampled");
	result = put_name(j, &b, "name", name);
	json_name(j, "unit");
	json_string(j, part->is_time ? "nanoseconds" : "none");
	if (!result)
		result = put_stacks(j, x, part);
	put_weights(j, part);
	json_end(j, '}');
	buffer_fini(&b);
	return result;
}

/* What a person chooses by: "cycles, all threads", "cycles, worker (42/43)". thread NULL: all. */
static int put_part(struct json *j, struct export *x, const struct part *part, const struct export_thread *thread)
{
	const char *event = x->events[part->samples->event].name;
	char *name = NULL;
	int size, result;

	if (thread)
		size = asprintf(&name, "%s, %s (%" PRIu32 "/%" PRIu32 ")", event, export_string(x, thread->comm),
				thread->pid, thread->tid);
	else
		size = asprintf(&name, "%s, all threads", event);
	if (size < 0)
		return -ENOMEM;
	result = put_profile(j, x, part, name);
	free(name);
	return result;
}

/* The samples from the first on that agree in the event and, with by_thread, the thread. */
static struct part part_at(const struct export *x, const struct stack_samples *samples, uint32_t first, bool by_thread)
{
	const struct stack_sample *s = &samples->list[first];
	struct part part = { .samples = s, .is_time = x->events[s->event].is_time };

	while (first + part.n < samples->n && s[part.n].event == s->event &&
	       (!by_thread || s[part.n].thread == s->thread))
		part.n++;
	return part;
}

static int put_profiles(struct json *j, struct export *x, const struct stack_samples *samples)
{
	int result = 0;

	for (uint32_t i = 0; i < samples->n && !result;) {
		struct part all = part_at(x, samples, i, false);

		result = put_part(j, x, &all, NULL);
		for (uint32_t k = i; k < i + all.n && !result;) {
			struct part one = part_at(x, samples, k, true);

			result = put_part(j, x, &one, &x->threads.list[one.samples->thread]);
			k += one.n;
		}
		i += all.n;
	}
	return result;
}

int export_speedscope(FILE *out, struct export *x, const struct stack_samples *samples, struct error *err)
{
	struct json j = { .out = out };
	int result;

	json_begin(&j, '{');
	json_name(&j, "$schema");
	json_string(&j, SCHEMA);
	json_name(&j, "name");
	json_string(&j, x->input);
	json_name(&j, "exporter");
	json_string(&j, PACKAGE_STRING);
	json_name(&j, "shared");
	json_begin(&j, '{');
	result = put_frames(&j, x);
	json_end(&j, '}');
	json_name(&j, "profiles");
	json_begin(&j, '[');
	if (!result)
		result = put_profiles(&j, x, samples);
	json_end(&j, ']');
	json_end(&j, '}');
	fputc('\n', out);
	return result ? error_nomem(err) : 0;
}
