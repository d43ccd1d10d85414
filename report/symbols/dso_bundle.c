#include "report/symbols/dso_bundle.h"

#include "common/list.h"
#include "report/symbols/dso_code_bundle.h"
#include "report/symbols/dso_symbols.h"

#include <errno.h>
#include <stdlib.h>

int dso_bundler_init(struct dso_bundler *b)
{
	memset(b, 0, sizeof(*b));
	return bundle_names_init(&b->names);
}

void dso_bundler_fini(struct dso_bundler *b)
{
	bundle_names_fini(&b->names);
	hash_table_fini(&b->frames);
}

/* Returns the id of a string, 0 for NULL and "". *ok turns false without memory. */
static uint32_t add_string(struct dso_bundler *b, const char *s, bool *ok)
{
	uint32_t id = s ? strtab_add_string(&b->names.strings, s) : 0;

	*ok = *ok && id != STRTAB_NONE;
	return id == STRTAB_NONE ? 0 : id;
}

/* --- symbols ---------------------------------------------------------------------------- */

/* A symbol, and the address that has it. */
struct found_symbol {
	struct bundle_symbol symbol;
	uint32_t address; /* in names.addresses */
};

static int compare_symbols(const void *a, const void *b)
{
	const struct bundle_symbol *x = &((const struct found_symbol *)a)->symbol;
	const struct bundle_symbol *y = &((const struct found_symbol *)b)->symbol;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	if (x->end != y->end)
		return x->end < y->end ? -1 : 1;
	if (x->name != y->name)
		return x->name < y->name ? -1 : 1;
	return (x->flags > y->flags) - (x->flags < y->flags);
}

/* Adds each symbol once, ascending, and tells the addresses. 0 or -ENOMEM. */
static int add_symbols(struct dso_bundler *b, struct found_symbol *found, uint32_t n)
{
	struct bundle_names *names = &b->names;

	if (n)
		qsort(found, n, sizeof(*found), compare_symbols);
	for (uint32_t i = 0; i < n; i++) {
		if (!i || compare_symbols(&found[i - 1], &found[i])) {
			if (!list_reserve(&names->symbols, names->n_symbols, &names->symbols_capacity,
					  sizeof(*names->symbols)))
				return -ENOMEM;
			names->symbols[names->n_symbols++] = found[i].symbol;
		}
		names->addresses[found[i].address].symbol = names->n_symbols - 1;
	}
	return 0;
}

static bool find_symbol(struct dso_bundler *b, struct dso_symbols *d, uint64_t addr, struct bundle_symbol *ret,
			bool *ok)
{
	struct symbol_name s;

	if (!dso_symbols_lookup(d, addr, &s) || s.end < s.start)
		return false;
	*ret = (struct bundle_symbol){ .start = s.start - dso_symbols_base(d),
				       .end = s.end - dso_symbols_base(d),
				       .flags = (s.global ? BUNDLE_SYMBOL_GLOBAL : 0) |
						(s.weak ? BUNDLE_SYMBOL_WEAK : 0) |
						(s.object ? BUNDLE_SYMBOL_OBJECT : 0) };
	/* An end that says it is not known wraps around. */
	if (ret->end < ret->start)
		ret->end = UINT64_MAX;
	if (s.kind == SYMBOL_KIND_BOUNDS)
		ret->flags |= BUNDLE_SYMBOL_BOUNDS;
	else
		ret->name = add_string(b, s.mangled ? s.mangled : s.name, ok);
	return true;
}

/* --- frames ----------------------------------------------------------------------------- */

static bool is_same_frame(const void *context, uint32_t number, const void *wanted)
{
	const struct bundle_frame *have = &((const struct dso_bundler *)context)->names.frames[number];
	const struct bundle_frame *want = wanted;

	return have->function == want->function && have->file == want->file && have->line == want->line;
}

/* Adds a frame unless it is there, and a reference to it. 0 or -ENOMEM. */
static int add_frame(struct dso_bundler *b, const struct bundle_frame *frame)
{
	struct bundle_names *names = &b->names;
	uint64_t hash = hash_pair((uint64_t)frame->function << 32 | frame->file, frame->line);
	uint32_t number = hash_table_find(&b->frames, hash, is_same_frame, b, frame);

	if (number == HASH_TABLE_NONE) {
		number = names->n_frames;
		if (!list_reserve(&names->frames, number, &names->frames_capacity, sizeof(*names->frames)) ||
		    hash_table_add(&b->frames, hash, number))
			return -ENOMEM;
		names->frames[names->n_frames++] = *frame;
	}
	if (!list_reserve(&names->refs, names->n_refs, &names->refs_capacity, sizeof(*names->refs)))
		return -ENOMEM;
	names->refs[names->n_refs++] = number;
	return 0;
}

static int add_frames(struct dso_bundler *b, struct dso_symbols *d, uint64_t addr, struct bundle_address *a)
{
	struct dso_frame frames[DSO_FRAMES_MAX];
	bool ok = true;

	a->first_frame = b->names.n_refs;
	a->n_frames = dso_symbols_frames(d, addr, true, frames);
	for (uint32_t i = 0; i < a->n_frames; i++) {
		const struct bundle_frame frame = { .function = add_string(b, frames[i].name, &ok),
						    .file = add_string(b, frames[i].file, &ok),
						    .line = frames[i].line };

		if (!ok || add_frame(b, &frame))
			return -ENOMEM;
	}
	return 0;
}

/* --- a file ----------------------------------------------------------------------------- */

static int add_addresses(struct dso_bundler *b, struct dso_symbols *d, const uint64_t *addresses, uint32_t n)
{
	struct bundle_names *names = &b->names;
	struct found_symbol *found = malloc((n + 1ull) * sizeof(*found));
	uint32_t n_found = 0;
	bool ok = found;

	for (uint32_t i = 0; i < n && ok; i++) {
		struct bundle_address a = { .addr = addresses[i] - dso_symbols_base(d), .symbol = BUNDLE_NONE };
		struct found_symbol s = { .address = names->n_addresses };

		if (find_symbol(b, d, addresses[i], &s.symbol, &ok))
			found[n_found++] = s;
		ok = ok && !add_frames(b, d, addresses[i], &a) &&
		     list_reserve(&names->addresses, names->n_addresses, &names->addresses_capacity,
				  sizeof(*names->addresses));
		if (ok)
			names->addresses[names->n_addresses++] = a;
	}
	ok = ok && !add_symbols(b, found, n_found);
	free(found);
	return ok ? 0 : -ENOMEM;
}

static int add_segment(struct bundle_names *names, const struct bundle_segment *s)
{
	if (!list_reserve(&names->segments, names->n_segments, &names->segments_capacity, sizeof(*names->segments)))
		return -ENOMEM;
	names->segments[names->n_segments++] = *s;
	return 0;
}

static int add_segments(struct bundle_names *names, struct dso_symbols *d)
{
	const struct dso_loaded *l = dso_symbols_load(d);
	const struct dso_files *files = l->files && !l->is_bundled ? &l->files->files : NULL;
	const struct elf_file *file = !files ? NULL : files->runtime ? files->runtime : files->symbols;
	const struct elf_image *image = file ? &file->image : NULL;
	const struct bundle_segment *bundled;
	uint32_t n = l->is_bundled ? bundled_dso_segments(l->bundled, &bundled) : 0;
	int result = 0;

	for (uint32_t i = 0; i < n && !result; i++)
		result = add_segment(names, &bundled[i]);
	for (uint32_t i = 0; image && i < image->n_segments && !result; i++) {
		const struct elf_segment *s = &image->segments[i];

		if (s->type == PT_LOAD)
			result = add_segment(names, &(struct bundle_segment){ s->offset, s->file_size, s->address });
	}
	return result;
}

/* What came of looking for the symbols of a dso. */
static struct bundle_file describe(struct dso_bundler *b, struct dso_symbols *d, bool *ok)
{
	const struct bundled_identity identity = dso_symbols_identity(d);
	struct error why = ERROR_INIT;
	struct bundle_file f = { .kind = identity.kind,
				 .path = add_string(b, identity.path, ok),
				 .build_id = identity.build_id,
				 .file = identity.file,
				 .pid = identity.pid,
				 .status = dso_symbols_status(d, &why),
				 .doubt = dso_symbols_doubt(d),
				 .origin = dso_symbols_origin(d),
				 .has_source = dso_symbols_has_source(d),
				 .other = *dso_symbols_other(d) };

	f.code = why.code < 0 ? (uint32_t)-why.code : 0;
	f.why = add_string(b, why.message, ok);
	f.source = add_string(b, dso_symbols_source(d), ok);
	return f;
}

static int add_file(struct dso_bundler *b, struct dso_symbols *d, const uint64_t *addresses, uint32_t n)
{
	struct bundle_names *names = &b->names;
	bool ok = true;
	struct bundle_file f = describe(b, d, &ok);

	f.segments.first = names->n_segments;
	f.symbols.first = names->n_symbols;
	f.addresses.first = names->n_addresses;
	f.codes.first = names->n_codes;
	f.functions.first = names->n_functions;
	if (!ok || add_segments(names, d) || add_addresses(b, d, addresses, n) ||
	    !list_reserve(&names->files, names->n_files, &names->files_capacity, sizeof(*names->files)))
		return -ENOMEM;
	f.segments.n = names->n_segments - f.segments.first;
	f.symbols.n = names->n_symbols - f.symbols.first;
	f.addresses.n = names->n_addresses - f.addresses.first;
	names->files[names->n_files++] = f;
	return 0;
}

int dso_bundler_add(struct dso_bundler *b, struct dso_symbols *d, const uint64_t *addresses, uint32_t n)
{
	struct dso_code_bundle code = { .symbols = d };
	int result;

	if (!b->wants_code)
		return add_file(b, d, addresses, n);
	result = dso_code_bundle_make(&code, addresses, n);
	if (!result)
		result = add_file(b, d, code.addresses, code.n_addresses);
	if (!result)
		result = dso_code_bundle_add(&code, &b->names, &b->names.files[b->names.n_files - 1]);
	dso_code_bundle_fini(&code);
	return result;
}

int dso_bundler_add_code(struct dso_bundler *b, const struct bundle_code *code)
{
	struct bundle_names *names = &b->names;

	if (!list_reserve(&names->codes, names->n_codes, &names->codes_capacity, sizeof(*names->codes)))
		return -ENOMEM;
	names->codes[names->n_codes++] = *code;
	names->files[names->n_files - 1].codes.n++;
	return 0;
}
