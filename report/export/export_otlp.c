#include "report/export/export_otlp.h"

#include "report/export/otlp.h"

#include <errno.h>
#include <stdlib.h>

void otlp_flush(struct otlp *o)
{
	if (buffer_ok(&o->b) && o->b.size)
		fwrite(o->b.data, 1, o->b.size, o->out);
	buffer_clear(&o->b);
}

static int otlp_init(struct otlp *o)
{
	struct export *x = o->x;

	buffer_init(&o->b);
	o->n_stacks = 1;
	o->stack_numbers = calloc(x->stacks.n, sizeof(*o->stack_numbers));
	o->stacks = calloc(x->stacks.n, sizeof(*o->stacks));
	return !o->stack_numbers || !o->stacks || export_strings_init(&o->strings, &x->profile->names->strings) ||
			       otlp_attributes_init(&o->attributes, &o->strings) ||
			       export_types_init(&o->types, x, EXPORT_TYPES_SAMPLED, &o->strings) ||
			       export_functions_init(&o->functions, x, &o->strings) ||
			       export_mappings_init(&o->mappings, x, o->samples) || export_facts_init(&o->facts, x)
		       ? -ENOMEM
		       : 0;
}

static void otlp_fini(struct otlp *o)
{
	export_facts_fini(&o->facts);
	export_mappings_fini(&o->mappings);
	export_functions_fini(&o->functions);
	export_types_fini(&o->types);
	otlp_attributes_fini(&o->attributes);
	export_strings_fini(&o->strings);
	buffer_fini(&o->b);
	free(o->stack_numbers);
	free(o->stacks);
}

/* The tables come last: they have what profiles mean. */
static int put_data(struct otlp *o)
{
	int result = otlp_put_profiles(o);

	if (!result)
		result = otlp_put_dictionary(o);
	otlp_flush(o);
	return result || o->strings.failed || o->attributes.failed || o->attributes.texts.failed || !buffer_ok(&o->b)
		       ? -ENOMEM
		       : 0;
}

static int export_as(struct otlp *o, struct error *err)
{
	int result = otlp_init(o);

	if (!result && o->w.json)
		json_begin(&o->json, '{');
	if (!result)
		result = put_data(o);
	if (!result && o->w.json) {
		json_end(&o->json, '}');
		fputc('\n', o->out);
	}
	otlp_fini(o);
	return result ? error_nomem(err) : 0;
}

int export_otlp(FILE *out, struct export *x, const struct stack_samples *samples, struct error *err)
{
	struct otlp o = { .x = x, .samples = samples, .out = out, .w.b = &o.b };

	return export_as(&o, err);
}

int export_otlp_json(FILE *out, struct export *x, const struct stack_samples *samples, struct error *err)
{
	struct otlp o = { .x = x, .samples = samples, .out = out, .json.out = out, .w.json = &o.json };

	return export_as(&o, err);
}
