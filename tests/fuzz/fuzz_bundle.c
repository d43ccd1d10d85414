/*
 * Any bytes as a part of a bundle, and what is then looked up in it. The first byte says which part: even, names; odd,
 * how stacks ended.
 */
#include "formats/file/bundle_stacks.h"
#include "report/symbols/bundled_dso.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

static size_t check_frames(const struct bundled_dso *d, uint64_t addr)
{
	struct dso_frame frames[DSO_FRAMES_MAX];
	unsigned n = bundled_dso_frames(d, addr, frames);
	size_t sum = 0;

	FUZZ_CHECK(n <= DSO_FRAMES_MAX);
	for (unsigned i = 0; i < n; i++)
		sum += (frames[i].name ? strlen(frames[i].name) : 0) + (frames[i].file ? strlen(frames[i].file) : 0);
	fuzz_found += n;
	return sum;
}

static size_t look_up(const struct bundled_names *b, const struct bundle_file *f, const struct bundled_style *style)
{
	struct bundled_dso *d = bundled_dso_new(b, f, style);
	struct symbol_name name;
	size_t sum = 0;

	FUZZ_CHECK(d);
	for (uint32_t i = 0; i < f->addresses.n; i++) {
		uint64_t addr = b->names.addresses[f->addresses.first + i].addr + style->start;

		if (bundled_dso_lookup(d, addr, &name)) {
			fuzz_found++;
			sum += strlen(name.name) + strlen(name.mangled);
		}
		bundled_dso_lookup(d, addr + 1, &name);
		sum += check_frames(d, addr) + (size_t)bundled_dso_virtual(d, addr);
	}
	bundled_dso_free(d);
	return sum;
}

static size_t read_names(const struct bundle_part *part)
{
	struct bundled_names b = { .is_ready = true };
	size_t sum = 0;

	FUZZ_CHECK(!bundle_names_init(&b.names));
	bundle_names_read(&b.names, part);
	for (uint32_t i = 0; i < b.names.n_files; i++) {
		const struct bundle_file *f = &b.names.files[i];

		FUZZ_CHECK(f->path < b.names.strings.n && f->why < b.names.strings.n);
		sum += look_up(&b, f, &(struct bundled_style){ .base = "base", .start = i, .demangles = i & 1 });
	}
	bundle_names_fini(&b.names);
	return sum;
}

static size_t read_stacks(const struct bundle_part *part)
{
	struct bundle_stacks stacks;
	size_t sum = 0;

	bundle_stacks_read(&stacks, part);
	for (uint32_t i = 0; i < stacks.n_ends; i++)
		sum += strlen(stacks.ends[i].path);
	for (uint32_t i = 0; i < stacks.n_threads; i++) {
		const struct bundle_stack_thread *t = &stacks.threads[i];

		FUZZ_CHECK(!i || t[-1].tid < t->tid);
		for (uint32_t k = 0; k < t->n_runs; k++) {
			const struct bundle_stack_run *run = &stacks.runs[t->first_run + k];

			FUZZ_CHECK(bundle_stacks_find(&stacks, t->tid, run->time) == run->end);
			FUZZ_CHECK(run->end == BUNDLE_STACK_NONE || run->end < stacks.n_ends);
			fuzz_found++;
		}
	}
	fuzz_found += stacks.n_ends;
	bundle_stacks_fini(&stacks);
	return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bundle_part part = { .version = 1, .data = data + 1, .size = size - 1 };
	size_t sum = 0;

	if (size)
		sum = data[0] & 1 ? read_stacks(&part) : read_names(&part);
	__asm__ volatile("" : : "r"(sum));
	return 0;
}
