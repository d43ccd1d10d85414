#include "report/export/otlp.h"

#include <errno.h>
#include <stdlib.h>

static const struct message_field data_resource_profiles = { 1, "resourceProfiles" };
static const struct message_field resource_profiles_resource = { 1, "resource" },
				  resource_profiles_scope_profiles = { 2, "scopeProfiles" };
static const struct message_field resource_attributes = { 1, "attributes" };
static const struct message_field key_value_key = { 1, "key" }, key_value_value = { 2, "value" };
static const struct message_field any_value_string = { 1, "stringValue" }, any_value_int = { 3, "intValue" };
static const struct message_field scope_profiles_scope = { 1, "scope" }, scope_profiles_profiles = { 2, "profiles" };
static const struct message_field scope_name = { 1, "name" }, scope_version = { 2, "version" };
static const struct message_field profile_sample_type = { 1, "sampleType" }, profile_samples = { 2, "samples" },
				  profile_time = { 3, "timeUnixNano" }, profile_duration = { 4, "durationNano" },
				  profile_period_type = { 5, "periodType" }, profile_period = { 6, "period" },
				  profile_id = { 7, "profileId" }, profile_attributes = { 11, "attributeIndices" };
static const struct message_field value_type_type = { 1, "typeStrindex" }, value_type_unit = { 2, "unitStrindex" };
static const struct message_field sample_stack = { 1, "stackIndex" }, sample_attributes = { 2, "attributeIndices" },
				  sample_values = { 4, "values" };

/* --- the id of a profile ------------------------------------------------------------------- */

/*
 * What a profile holds, as two hashes of 64 bits (FNV-1a, draft-eastlake-fnv, with another start for the second), so
 * that a recording has the same ids each time.
 */
struct profile_hash {
	uint64_t halves[2];
};

#define FNV_START 0xcbf29ce484222325ull
#define FNV_PRIME 0x100000001b3ull

static void hash_add(struct profile_hash *h, const void *data, size_t size)
{
	const uint8_t *p = data;

	for (size_t i = 0; i < size; i++)
		for (int k = 0; k < 2; k++)
			h->halves[k] = (h->halves[k] ^ p[i]) * FNV_PRIME;
}

static void hash_add_number(struct profile_hash *h, uint64_t number)
{
	uint8_t bytes[8];

	for (int i = 0; i < 8; i++)
		bytes[i] = (uint8_t)(number >> 8 * i);
	hash_add(h, bytes, sizeof(bytes));
}

static void hash_add_text(struct profile_hash *h, const char *text)
{
	hash_add(h, text, strlen(text) + 1);
}

static void put_id(struct otlp *o, const struct profile_hash *h)
{
	uint8_t bytes[16];

	for (int i = 0; i < 16; i++)
		bytes[i] = (uint8_t)(h->halves[i / 8] >> 8 * (i % 8));
	message_put_bytes(&o->w, &profile_id, bytes, sizeof(bytes));
}

/* --- samples ------------------------------------------------------------------------------- */

static uint32_t stack_number(struct otlp *o, uint32_t stack)
{
	if (!o->stack_numbers[stack]) {
		o->stacks[o->n_stacks] = stack;
		o->stack_numbers[stack] = o->n_stacks++;
	}
	return o->stack_numbers[stack];
}

static void put_sample(struct otlp *o, const struct stack_sample *s, struct profile_hash *h)
{
	const struct export_thread *thread = &o->x->threads.list[s->thread];

	message_item_begin(&o->w, &profile_samples);
	message_put_number(&o->w, &sample_stack, stack_number(o, s->stack));
	message_numbers_begin(&o->w, &sample_attributes);
	if (thread->tid != UINT32_MAX)
		message_item_number(&o->w, otlp_attribute_number(&o->attributes, "thread.id", thread->tid));
	message_item_number(&o->w, otlp_attribute_string(&o->attributes, "thread.name", s->comm));
	message_numbers_end(&o->w);
	message_numbers_begin(&o->w, &sample_values);
	message_item_number64(&o->w, s->period);
	message_numbers_end(&o->w);
	message_item_end(&o->w);
	hash_add_number(h, (uint64_t)s->stack << 32 | thread->tid);
	hash_add_number(h, s->period);
	hash_add_text(h, export_string(o->x, s->comm));
}

/* --- profiles ------------------------------------------------------------------------------ */

static void put_type(struct otlp *o, const struct message_field *field, const struct export_type *type)
{
	message_begin(&o->w, field);
	message_put_number(&o->w, &value_type_type, type->name);
	message_put_number(&o->w, &value_type_unit, type->unit);
	message_end(&o->w);
}

/* What a person should know of it. */
static void put_profile_attributes(struct otlp *o)
{
	uint64_t lost = export_lost(o->x);

	if (!*o->facts.recording.command && !lost && !o->x->damaged)
		return;
	message_numbers_begin(&o->w, &profile_attributes);
	if (*o->facts.recording.command)
		message_item_number(
			&o->w, otlp_attribute_text(&o->attributes, "prec.command_line", o->facts.recording.command));
	if (lost)
		message_item_number(&o->w, otlp_attribute_number(&o->attributes, "prec.lost_samples", lost));
	if (o->x->damaged)
		message_item_number(&o->w, otlp_attribute_number(&o->attributes, "prec.damaged", 1));
	message_numbers_end(&o->w);
}

/* The n samples of a process that are of one event. */
static void put_profile(struct otlp *o, const uint32_t *order, uint32_t n)
{
	const struct stack_sample *list = o->samples->list;
	const struct export_type *type = &o->types.list[o->types.by_event[list[order[0]].event]];
	struct profile_hash h = { { FNV_START, ~FNV_START } };

	hash_add_text(&h, o->facts.recording.host);
	hash_add_text(&h, export_strings_get(&o->strings, type->name));
	hash_add_number(&h, o->x->threads.list[list[order[0]].thread].pid);
	hash_add_number(&h, o->x->first);
	message_item_begin(&o->w, &scope_profiles_profiles);
	put_type(o, &profile_sample_type, type);
	message_list_begin(&o->w, &profile_samples);
	for (uint32_t i = 0; i < n; i++)
		put_sample(o, &list[order[i]], &h);
	message_list_end(&o->w);
	message_put_fixed64(&o->w, &profile_time, o->facts.time);
	message_put_number64(&o->w, &profile_duration, o->facts.duration);
	put_type(o, &profile_period_type, type);
	message_put_number64(&o->w, &profile_period, type->period);
	put_id(o, &h);
	put_profile_attributes(o);
	message_item_end(&o->w);
}

/* --- processes ----------------------------------------------------------------------------- */

static void put_resource_text(struct otlp *o, const char *key, const char *text)
{
	message_item_begin(&o->w, &resource_attributes);
	message_put_text(&o->w, &key_value_key, key);
	message_begin(&o->w, &key_value_value);
	message_put_text(&o->w, &any_value_string, text);
	message_end(&o->w);
	message_item_end(&o->w);
}

/* These are no strings by number; they are escaped all the same. */
static void put_resource_name(struct otlp *o, const char *key, const char *text)
{
	struct export_strings *texts = &o->attributes.texts;

	if (*text)
		put_resource_text(o, key, export_strings_get(texts, export_strings_add(texts, text)));
}

static void put_resource(struct otlp *o, const struct export_thread *thread)
{
	message_begin(&o->w, &resource_profiles_resource);
	message_list_begin(&o->w, &resource_attributes);
	if (thread->pid != UINT32_MAX) {
		message_item_begin(&o->w, &resource_attributes);
		message_put_text(&o->w, &key_value_key, "process.pid");
		message_begin(&o->w, &key_value_value);
		message_put_choice64(&o->w, &any_value_int, thread->pid);
		message_end(&o->w);
		message_item_end(&o->w);
	}
	put_resource_name(o, "process.executable.name", export_string(o->x, export_process_comm(o->x, thread)));
	put_resource_name(o, "host.name", o->facts.recording.host);
	put_resource_name(o, "host.arch", o->facts.recording.arch);
	put_resource_text(o, "os.type", "linux");
	put_resource_name(o, "os.version", o->facts.recording.kernel);
	message_list_end(&o->w);
	message_end(&o->w);
}

static uint32_t sample_pid(const struct otlp *o, uint32_t sample)
{
	return o->x->threads.list[o->samples->list[sample].thread].pid;
}

/* How many from the first on have its event, and are of its process anyway. */
static uint32_t same_event(const struct otlp *o, const uint32_t *order, uint32_t n)
{
	const struct stack_sample *list = o->samples->list;
	uint32_t same = 1;

	while (same < n && list[order[same]].event == list[order[0]].event)
		same++;
	return same;
}

static void put_process(struct otlp *o, const uint32_t *order, uint32_t n)
{
	message_item_begin(&o->w, &data_resource_profiles);
	put_resource(o, &o->x->threads.list[o->samples->list[order[0]].thread]);
	message_list_begin(&o->w, &resource_profiles_scope_profiles);
	message_item_begin(&o->w, &resource_profiles_scope_profiles);
	message_begin(&o->w, &scope_profiles_scope);
	message_put_text(&o->w, &scope_name, "prec");
	message_put_text(&o->w, &scope_version, PACKAGE_VERSION);
	message_end(&o->w);
	message_list_begin(&o->w, &scope_profiles_profiles);
	for (uint32_t i = 0; i < n;) {
		uint32_t same = same_event(o, &order[i], n - i);

		put_profile(o, &order[i], same);
		i += same;
	}
	message_list_end(&o->w);
	message_item_end(&o->w);
	message_list_end(&o->w);
	message_item_end(&o->w);
	otlp_flush(o);
}

/* By process; the samples of one are in the order of events already. */
static int compare_processes(const void *a, const void *b, void *context)
{
	uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b, x = sample_pid(context, i),
		 y = sample_pid(context, k);

	if (x != y)
		return x < y ? -1 : 1;
	return i < k ? -1 : i > k;
}

int otlp_put_profiles(struct otlp *o)
{
	uint32_t n = o->samples->n, *order = malloc((n + 1ull) * sizeof(*order));

	if (!order)
		return -ENOMEM;
	for (uint32_t i = 0; i < n; i++)
		order[i] = i;
	qsort_r(order, n, sizeof(*order), compare_processes, o);
	message_list_begin(&o->w, &data_resource_profiles);
	for (uint32_t i = 0; i < n;) {
		uint32_t same = 1;

		while (i + same < n && sample_pid(o, order[i + same]) == sample_pid(o, order[i]))
			same++;
		put_process(o, &order[i], same);
		i += same;
	}
	message_list_end(&o->w);
	free(order);
	return 0;
}
