#include "record/command/mem_extension.h"

#include "record/events/event_parse.h"

static bool take_tag(void *context, struct event_text word)
{
	struct mem_extension *d = context;
	unsigned tags;

	if (!mem_tag_find(d->pmus, word, &tags))
		return false;
	d->tags |= tags;
	if (!tags && !d->foreign.size)
		d->foreign = word;
	return true;
}

/* Any place will do while tags are found. */
static int locate_nothing(void *context, struct data_place *ret_place, const char *name, bool code, struct error *err)
{
	(void)context, (void)name, (void)code, (void)err;
	*ret_place = (struct data_place){ 0 };
	return 0;
}

static int locate(void *context, struct data_place *ret_place, const char *name, bool code, struct error *err)
{
	const struct mem_extension *d = context;

	return data_symbol_find(ret_place, &d->target, name, code, err);
}

void mem_extension_find_tags(struct mem_extension *d, const char *text)
{
	const struct event_extension extension = { d, take_tag, locate_nothing };
	struct event_context context = *d->context;
	struct event_list unused;

	context.extension = &extension;
	event_list_init(&unused);
	event_list_parse(&unused, text, &context, NULL);
	event_list_fini(&unused);
}

int mem_extension_parse(struct mem_extension *d, const char *text, struct event_list *list, struct error *err)
{
	const struct event_extension extension = { d, take_tag, locate };
	struct event_context context = *d->context;

	context.extension = &extension;
	return event_list_parse(list, text, &context, err);
}
