/* bundle_names_read: reads the files of a bundle, which are input like all else in a recording. */
#include "formats/file/bundle_names.h"

#include "common/list.h"
#include "formats/file/bundle_numbers.h"

#include <errno.h>
#include <stdlib.h>

struct names_read {
	struct bundle_names *names;
	struct cursor c;
	uint32_t *strings; /* ids of the part's strings */
	uint32_t n_strings;
	uint32_t first_frame, n_frames; /* of the file that is read */
	int failed;                     /* -ENOMEM, or 0 */
};

static bool is_good(const struct names_read *r)
{
	return !r->failed && cursor_ok(&r->c);
}

/* Room for another element. False: no memory, or there are too many. */
static bool has_room(struct names_read *r, void *list, uint32_t n, uint32_t *capacity, size_t size)
{
	if (n >= BUNDLE_ADDRESSES_MAX) {
		r->c.failed = true;
		return false;
	}
	if (list_reserve(list, n, capacity, size))
		return true;
	r->failed = -ENOMEM;
	return false;
}

static uint32_t get_count(struct names_read *r)
{
	/* Each element has bytes of its own. */
	return bundle_get_u32(&r->c, (uint32_t)cursor_left(&r->c));
}

static uint32_t get_string(struct names_read *r)
{
	uint32_t place = bundle_get_u32(&r->c, r->n_strings);

	return place && is_good(r) ? r->strings[place - 1] : 0;
}

static void get_build_id(struct names_read *r, struct build_id *ret)
{
	uint32_t size = bundle_get_u32(&r->c, sizeof(ret->data));
	const uint8_t *data = cursor_bytes(&r->c, size);

	*ret = (struct build_id){ 0 };
	if (!data)
		return;
	ret->size = (uint8_t)size;
	memcpy(ret->data, data, size);
}

/* --- one file --------------------------------------------------------------------- */

static void get_identity(struct names_read *r, struct bundle_file *f)
{
	f->kind = (enum bundle_file_kind)bundle_get_u32(&r->c, BUNDLE_FILE_KINDS - 1);
	f->path = get_string(r);
	get_build_id(r, &f->build_id);
	f->file.major = bundle_get_u32(&r->c, UINT32_MAX);
	f->file.minor = bundle_get_u32(&r->c, UINT32_MAX);
	f->file.inode = bundle_get(&r->c);
	f->file.generation = bundle_get(&r->c);
	f->pid = bundle_get_u32(&r->c, UINT32_MAX);
}

static void get_state(struct names_read *r, struct bundle_file *f)
{
	f->status = bundle_get_u32(&r->c, UINT32_MAX);
	f->doubt = bundle_get_u32(&r->c, UINT32_MAX);
	f->code = bundle_get_u32(&r->c, INT32_MAX);
	f->why = get_string(r);
	f->source = get_string(r);
	f->origin = (char)bundle_get_u32(&r->c, 0x7f);
	f->has_source = bundle_get_u32(&r->c, 1);
	get_build_id(r, &f->other);
}

static void get_segments(struct names_read *r, struct bundle_file *f)
{
	struct bundle_names *names = r->names;
	struct bundle_segment s = { 0 };
	uint32_t n = get_count(r);

	f->segments.first = names->n_segments;
	for (uint32_t i = 0; i < n && is_good(r); i++) {
		s.offset = bundle_get_difference(&r->c, s.offset);
		s.size = bundle_get(&r->c);
		s.address = bundle_get_difference(&r->c, s.address);
		if (has_room(r, &names->segments, names->n_segments, &names->segments_capacity,
			     sizeof(*names->segments)))
			names->segments[names->n_segments++] = s;
	}
	f->segments.n = names->n_segments - f->segments.first;
}

static void get_symbols(struct names_read *r, struct bundle_file *f)
{
	struct bundle_names *names = r->names;
	uint32_t n = get_count(r);
	uint64_t last = 0;

	f->symbols.first = names->n_symbols;
	for (uint32_t i = 0; i < n && is_good(r); i++) {
		struct bundle_symbol s;

		s.start = last + bundle_get(&r->c);
		s.end = s.start + bundle_get(&r->c);
		s.name = get_string(r);
		s.flags = bundle_get_u32(&r->c, UINT32_MAX);
		if (s.start < last || s.end < s.start)
			r->c.failed = true;
		last = s.start;
		if (has_room(r, &names->symbols, names->n_symbols, &names->symbols_capacity, sizeof(*names->symbols)))
			names->symbols[names->n_symbols++] = s;
	}
	f->symbols.n = names->n_symbols - f->symbols.first;
}

static void get_frames(struct names_read *r)
{
	struct bundle_names *names = r->names;
	uint32_t n = get_count(r);
	uint64_t line = 0;

	r->first_frame = names->n_frames;
	for (uint32_t i = 0; i < n && is_good(r); i++) {
		struct bundle_frame frame = { .function = get_string(r), .file = get_string(r) };

		line = bundle_get_difference(&r->c, line);
		frame.line = (uint32_t)line;
		if (line > UINT32_MAX)
			r->c.failed = true;
		if (has_room(r, &names->frames, names->n_frames, &names->frames_capacity, sizeof(*names->frames)))
			names->frames[names->n_frames++] = frame;
	}
	r->n_frames = names->n_frames - r->first_frame;
}

/* The frames of an address. *last: the place of the last one before. */
static void get_refs(struct names_read *r, struct bundle_address *a, uint64_t *last)
{
	struct bundle_names *names = r->names;

	a->n_frames = bundle_get_u32(&r->c, BUNDLE_FRAMES_MAX);
	a->first_frame = names->n_refs;
	for (uint32_t i = 0; i < a->n_frames && is_good(r); i++) {
		*last = bundle_get_difference(&r->c, *last);
		if (!*last || *last > r->n_frames)
			r->c.failed = true;
		else if (has_room(r, &names->refs, names->n_refs, &names->refs_capacity, sizeof(*names->refs)))
			names->refs[names->n_refs++] = r->first_frame + (uint32_t)*last - 1;
	}
}

static void get_addresses(struct names_read *r, struct bundle_file *f)
{
	struct bundle_names *names = r->names;
	uint32_t n = get_count(r);
	uint64_t addr = 0, symbol = 0, frame = 0;

	f->addresses.first = names->n_addresses;
	for (uint32_t i = 0; i < n && is_good(r); i++) {
		struct bundle_address a = { .addr = addr + bundle_get(&r->c) };

		symbol = bundle_get_difference(&r->c, symbol);
		if (symbol > f->symbols.n || (i && a.addr <= addr))
			r->c.failed = true;
		a.symbol = symbol ? f->symbols.first + (uint32_t)symbol - 1 : BUNDLE_NONE;
		addr = a.addr;
		get_refs(r, &a, &frame);
		if (is_good(r) && has_room(r, &names->addresses, names->n_addresses, &names->addresses_capacity,
					   sizeof(*names->addresses)))
			names->addresses[names->n_addresses++] = a;
	}
	f->addresses.n = names->n_addresses - f->addresses.first;
}

static void get_codes(struct names_read *r, struct bundle_file *f)
{
	struct bundle_names *names = r->names;
	struct bundle_code code = { 0 };
	uint32_t n = get_count(r);

	f->codes.first = names->n_codes;
	for (uint32_t i = 0; i < n && is_good(r); i++) {
		code.time = bundle_get_difference(&r->c, code.time);
		code.start = bundle_get_difference(&r->c, code.start);
		code.size = bundle_get(&r->c);
		code.offset = bundle_get_difference(&r->c, code.offset);
		code.pid = bundle_get_u32(&r->c, UINT32_MAX);
		code.is_timeless = bundle_get_u32(&r->c, 1);
		if (code.start + code.size < code.start)
			r->c.failed = true;
		if (has_room(r, &names->codes, names->n_codes, &names->codes_capacity, sizeof(*names->codes)))
			names->codes[names->n_codes++] = code;
	}
	f->codes.n = names->n_codes - f->codes.first;
}

/* The bytes of a function. */
static void get_bytes(struct names_read *r, struct bundle_function *function)
{
	const uint8_t *bytes;

	function->size = bundle_get_u32(&r->c, (uint32_t)cursor_left(&r->c));
	bytes = cursor_bytes(&r->c, function->size);
	function->at = (uint32_t)r->names->bytes.size;
	if (bytes && function->size && !buffer_append(&r->names->bytes, bytes, function->size))
		r->failed = -ENOMEM;
}

static void get_functions(struct names_read *r, struct bundle_file *f)
{
	struct bundle_names *names = r->names;
	struct bundle_function function = { 0 };
	uint32_t n = get_count(r), flags;

	f->functions.first = names->n_functions;
	if (!n)
		return;
	f->machine = (uint16_t)bundle_get_u32(&r->c, UINT16_MAX);
	flags = bundle_get_u32(&r->c, 3);
	f->is_64 = flags & 1;
	f->is_big_endian = flags & 2;
	for (uint32_t i = 0; i < n && is_good(r); i++) {
		function.start = bundle_get_difference(&r->c, function.start);
		function.address = bundle_get_difference(&r->c, function.address);
		get_bytes(r, &function);
		if (function.start + function.size < function.start)
			r->c.failed = true;
		if (has_room(r, &names->functions, names->n_functions, &names->functions_capacity,
			     sizeof(*names->functions)))
			names->functions[names->n_functions++] = function;
	}
	f->functions.n = names->n_functions - f->functions.first;
}

/* A file that is damaged is not added; its elements of the lists are nobody's then. */
static void get_file(struct names_read *r)
{
	struct bundle_names *names = r->names;
	struct bundle_file f = { 0 };

	get_identity(r, &f);
	get_state(r, &f);
	get_segments(r, &f);
	get_symbols(r, &f);
	get_frames(r);
	get_addresses(r, &f);
	get_codes(r, &f);
	get_functions(r, &f);
	if (names->n_files >= BUNDLE_FILES_MAX)
		r->c.failed = true;
	if (is_good(r) && has_room(r, &names->files, names->n_files, &names->files_capacity, sizeof(*names->files)))
		names->files[names->n_files++] = f;
}

/* --- a part ----------------------------------------------------------------------- */

static void get_strings(struct names_read *r)
{
	uint32_t n = get_count(r);

	r->strings = calloc(n + 1ull, sizeof(*r->strings));
	if (!r->strings)
		r->failed = -ENOMEM;
	while (r->n_strings < n && is_good(r)) {
		const char *s = cursor_string(&r->c);
		size_t size = s ? strlen(s) : 0;

		if (!s || size > BUNDLE_STRING_MAX) {
			r->c.failed = true;
			return;
		}
		r->strings[r->n_strings] = strtab_add(&r->names->strings, s, size);
		if (r->strings[r->n_strings++] == STRTAB_NONE)
			r->failed = -ENOMEM;
	}
}

static void get_line(struct names_read *r, uint64_t *last)
{
	struct bundle_names *names = r->names;
	struct bundle_line line = { .file = get_string(r) };

	*last = bundle_get_difference(&r->c, *last);
	line.line = (uint32_t)*last;
	line.text = get_string(r);
	if (*last > UINT32_MAX)
		r->c.failed = true;
	if (is_good(r) && has_room(r, &names->lines, names->n_lines, &names->lines_capacity, sizeof(*names->lines)))
		names->lines[names->n_lines++] = line;
}

int bundle_names_read(struct bundle_names *names, const struct bundle_part *part)
{
	struct names_read r = { .names = names, .c = cursor_make(part->data, part->size, false) };
	uint64_t line = 0;
	uint32_t n;

	if (part->version != BUNDLE_NAMES_VERSION)
		return -ENOTSUP;
	get_strings(&r);
	n = get_count(&r);
	for (uint32_t i = 0; i < n && is_good(&r); i++) {
		if (part->kind == BUNDLE_LINES)
			get_line(&r, &line);
		else
			get_file(&r);
	}
	free(r.strings);
	if (r.failed)
		return r.failed;
	return cursor_ok(&r.c) ? 0 : -EBADMSG;
}
