/*
 * Any bytes as what a worker says of types (report/types/type_answer.h), and as code whose accesses are looked for
 * without debug information (report/types/type_flow.h).
 */
#include "report/types/type_answer.h"
#include "report/types/type_flow.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#define CODE 0x401000ull

/* Everything that a reader looks at. */
static uint64_t walk(const struct type_answer *a, uint64_t code_size)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < a->n_accesses; i++) {
		const struct type_access *x = &a->accesses[i];

		FUZZ_CHECK(x->at < code_size && type_answer_at(a, x->at) == x);
		FUZZ_CHECK(x->reason != TYPE_FOUND || x->offset < a->types[x->type].size);
		fuzz_found++;
	}
	for (uint32_t i = 0; i < a->n_types; i++) {
		const struct type_layout *t = &a->types[i];

		sum += strlen(a->strings + t->name);
		for (uint32_t k = 0; k < t->n_fields; k++) {
			const struct type_field *f = &a->fields[t->first_field + k];

			FUZZ_CHECK(f->depth && f->depth <= TYPE_DEPTH_MAX && f->offset + f->size <= t->size);
			sum += strlen(a->strings + f->name) + strlen(a->strings + f->type_name);
		}
	}
	return sum;
}

/* Each instruction has an access, and none of a type that there is not. */
static void flow(const uint8_t *data, size_t size)
{
	const struct type_flow_code code = { .bytes = data, .size = (uint32_t)size, .address = CODE };
	struct variables none = { .has_globals = true };
	struct type_access *accesses;
	uint32_t n = 0;

	accesses = type_flow_run(&none, NULL, &code, &n);
	FUZZ_CHECK(accesses && n <= size);
	for (uint32_t i = 0; i < n; i++) {
		FUZZ_CHECK(accesses[i].at < size && accesses[i].reason < TYPE_REASONS &&
			   accesses[i].reason != TYPE_FOUND);
		fuzz_found += accesses[i].reason != TYPE_NO_INSTRUCTION;
	}
	free(accesses);
	variables_fini(&none);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct type_answer *a;
	uint64_t sum;

	if (size && size <= UINT16_MAX)
		flow(data, size);
	if (type_answer_decode(&a, data, size, size))
		return 0;
	sum = walk(a, size);
	__asm__ volatile("" : : "r"(sum));
	free(a);
	return 0;
}
