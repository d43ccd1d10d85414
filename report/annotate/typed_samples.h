/*
 * typed_samples: the samples of an annotation by the types of what their instructions access, and by the offset there.
 *
 *	hits of functions ---> report/types/data_types.h ---> types, the hottest first ---> members, with their sums
 *
 * A type is known by its file, its name and its members.
 */
#ifndef PREC_REPORT_ANNOTATE_TYPED_SAMPLES_H
#define PREC_REPORT_ANNOTATE_TYPED_SAMPLES_H

#include "report/annotate/annotate_view.h"
#include "report/types/data_types.h"

/* What was sampled at an offset of a type, of one event. */
struct typed_hit {
	uint32_t type;  /* its number, until hits are sorted */
	uint32_t event; /* as in the file */
	uint64_t offset;
	struct annotate_sum sum;
};

struct typed_type {
	const struct data_type *type;
	uint32_t dso; /* number in the timeline's dsos */
	uint32_t first_hit, n_hits;
};

struct typed_samples {
	const struct annotate_view *view; /* borrowed */
	struct data_types *types;
	struct typed_type *list;
	uint32_t n, capacity;
	struct hash_table table;
	struct typed_hit *hits; /* each type's together, by offset and event */
	uint32_t n_hits, hits_capacity;
	struct annotate_sum *sums; /* type * n_events + event */
	uint32_t *order;           /* numbers of types that are shown, the hottest first */
	uint32_t n_shown;
	uint64_t n_samples;             /* of the shown events, in the chosen functions */
	uint64_t reasons[TYPE_REASONS]; /* how many of them */
	uint64_t n_tracked;             /* of those that were found */
};

/*
 * Reads the view's annotation: the functions that it names, and types of that name, with "struct " or without; NULL:
 * all. Only types with so many percent of an event's total as the view's limit are shown. Borrows the view. 0 or
 * -ENOMEM; typed_samples_fini is due in any case.
 */
int typed_samples_read(struct typed_samples *t, const struct annotate_view *v, const char *name);
void typed_samples_fini(struct typed_samples *t);

/* Sums up what was sampled from an offset to another: an element for each event of the file. */
void typed_samples_sum(const struct typed_samples *t, const struct typed_type *type, uint64_t begin, uint64_t end,
		       struct annotate_sum *ret_sums);

/* Returns the percentage of a sum of an event, of the type's or of all. */
double typed_samples_percent(const struct typed_samples *t, const struct typed_type *type, uint32_t event,
			     const struct annotate_sum *sum);

/* Returns the path of the file that has the code. */
const char *typed_samples_dso(const struct typed_samples *t, const struct typed_type *type);

/* Returns the name of a reason that Linux perf has; NULL: something was found. */
const char *typed_samples_reason(enum type_reason reason);

static inline const struct annotate_sum *typed_samples_of(const struct typed_samples *t, const struct typed_type *type)
{
	return &t->sums[(size_t)(type - t->list) * t->view->annotation->n_events];
}

#endif
