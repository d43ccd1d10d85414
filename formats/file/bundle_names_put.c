/* bundle_names_put: writes the files of a bundle. */
#include "formats/file/bundle_names.h"

#include "formats/file/bundle_numbers.h"

#include <errno.h>
#include <stdlib.h>

/* Files are added to a part until it has so many bytes. */
#define PART_BYTES (512u << 10)

struct names_put {
	const struct bundle_names *names;
	uint32_t *places; /* 1 + the place of a string in the part, by its id; 0: not there yet */
	uint32_t *used;   /* the strings of the part in their order */
	uint32_t n_used;
	uint32_t *frame_places; /* the same of the frames, for one file */
	uint32_t *frames_used;
	uint32_t n_frames_used;
	struct buffer files;
	uint32_t n_files;
};

/* --- one file --------------------------------------------------------------------- */

static void put_string(struct names_put *p, uint32_t id)
{
	if (id && !p->places[id]) {
		p->used[p->n_used++] = id;
		p->places[id] = p->n_used;
	}
	bundle_put(&p->files, id ? p->places[id] : 0);
}

static void put_build_id(struct names_put *p, const struct build_id *id)
{
	bundle_put(&p->files, id->size);
	buffer_append(&p->files, id->data, id->size);
}

static void put_identity(struct names_put *p, const struct bundle_file *f)
{
	struct buffer *b = &p->files;

	bundle_put(b, f->kind);
	put_string(p, f->path);
	put_build_id(p, &f->build_id);
	bundle_put(b, f->file.major);
	bundle_put(b, f->file.minor);
	bundle_put(b, f->file.inode);
	bundle_put(b, f->file.generation);
	bundle_put(b, f->pid);
}

static void put_state(struct names_put *p, const struct bundle_file *f)
{
	struct buffer *b = &p->files;

	bundle_put(b, f->status);
	bundle_put(b, f->doubt);
	bundle_put(b, f->code);
	put_string(p, f->why);
	put_string(p, f->source);
	bundle_put(b, (uint8_t)f->origin);
	bundle_put(b, f->has_source);
	put_build_id(p, &f->other);
}

static void put_segments(struct names_put *p, const struct bundle_file *f)
{
	struct bundle_segment last = { 0 };

	bundle_put(&p->files, f->segments.n);
	for (uint32_t i = 0; i < f->segments.n; i++) {
		const struct bundle_segment *s = &p->names->segments[f->segments.first + i];

		bundle_put_difference(&p->files, last.offset, s->offset);
		bundle_put(&p->files, s->size);
		bundle_put_difference(&p->files, last.address, s->address);
		last = *s;
	}
}

static void put_symbols(struct names_put *p, const struct bundle_file *f)
{
	uint64_t last = 0;

	bundle_put(&p->files, f->symbols.n);
	for (uint32_t i = 0; i < f->symbols.n; i++) {
		const struct bundle_symbol *s = &p->names->symbols[f->symbols.first + i];

		bundle_put(&p->files, s->start - last);
		bundle_put(&p->files, s->end - s->start);
		put_string(p, s->name);
		bundle_put(&p->files, s->flags);
		last = s->start;
	}
}

/* Numbers the frames of a file as they are met, and writes each once. */
static void put_frames(struct names_put *p, const struct bundle_file *f)
{
	const struct bundle_names *names = p->names;
	uint32_t line = 0;

	p->n_frames_used = 0;
	for (uint32_t i = 0; i < f->addresses.n; i++) {
		const struct bundle_address *a = &names->addresses[f->addresses.first + i];

		for (uint32_t k = 0; k < a->n_frames; k++) {
			uint32_t frame = names->refs[a->first_frame + k];

			if (p->frame_places[frame])
				continue;
			p->frames_used[p->n_frames_used++] = frame;
			p->frame_places[frame] = p->n_frames_used;
		}
	}
	bundle_put(&p->files, p->n_frames_used);
	for (uint32_t i = 0; i < p->n_frames_used; i++) {
		const struct bundle_frame *frame = &names->frames[p->frames_used[i]];

		put_string(p, frame->function);
		put_string(p, frame->file);
		bundle_put_difference(&p->files, line, frame->line);
		line = frame->line;
	}
}

/* Neighbours have symbols and frames in the neighbourhood. */
static void put_addresses(struct names_put *p, const struct bundle_file *f)
{
	uint64_t addr = 0, symbol = 0, frame = 0;

	bundle_put(&p->files, f->addresses.n);
	for (uint32_t i = 0; i < f->addresses.n; i++) {
		const struct bundle_address *a = &p->names->addresses[f->addresses.first + i];
		uint64_t number = a->symbol == BUNDLE_NONE ? 0 : a->symbol - f->symbols.first + 1ull;

		bundle_put(&p->files, a->addr - addr);
		bundle_put_difference(&p->files, symbol, number);
		bundle_put(&p->files, a->n_frames);
		for (uint32_t k = 0; k < a->n_frames; k++) {
			uint64_t place = p->frame_places[p->names->refs[a->first_frame + k]];

			bundle_put_difference(&p->files, frame, place);
			frame = place;
		}
		addr = a->addr;
		symbol = number;
	}
	for (uint32_t i = 0; i < p->n_frames_used; i++)
		p->frame_places[p->frames_used[i]] = 0;
}

static void put_codes(struct names_put *p, const struct bundle_file *f)
{
	struct bundle_code last = { 0 };

	bundle_put(&p->files, f->codes.n);
	for (uint32_t i = 0; i < f->codes.n; i++) {
		const struct bundle_code *c = &p->names->codes[f->codes.first + i];

		bundle_put_difference(&p->files, last.time, c->time);
		bundle_put_difference(&p->files, last.start, c->start);
		bundle_put(&p->files, c->size);
		bundle_put_difference(&p->files, last.offset, c->offset);
		bundle_put(&p->files, c->pid);
		bundle_put(&p->files, c->is_timeless);
		last = *c;
	}
}

static void put_functions(struct names_put *p, const struct bundle_file *f)
{
	const struct bundle_function *last = NULL;

	bundle_put(&p->files, f->functions.n);
	if (!f->functions.n)
		return;
	bundle_put(&p->files, f->machine);
	bundle_put(&p->files, f->is_64 | f->is_big_endian << 1);
	for (uint32_t i = 0; i < f->functions.n; i++) {
		const struct bundle_function *function = &p->names->functions[f->functions.first + i];

		bundle_put_difference(&p->files, last ? last->start : 0, function->start);
		bundle_put_difference(&p->files, last ? last->address : 0, function->address);
		bundle_put(&p->files, function->size);
		buffer_append(&p->files, p->names->bytes.data + function->at, function->size);
		last = function;
	}
}

static void put_file(struct names_put *p, const struct bundle_file *f)
{
	put_identity(p, f);
	put_state(p, f);
	put_segments(p, f);
	put_symbols(p, f);
	put_frames(p, f);
	put_addresses(p, f);
	put_codes(p, f);
	put_functions(p, f);
	p->n_files++;
}

/* --- parts ------------------------------------------------------------------------ */

/* Ends the part: its strings go before its files, or lines, of which there are n. */
static int put_part(struct names_put *p, enum bundle_part_kind kind, struct buffer *records, uint32_t *number,
		    struct error *err)
{
	struct bundle_part part = { .kind = kind, .version = BUNDLE_NAMES_VERSION };
	struct buffer b;
	int result;

	buffer_init(&b);
	bundle_put(&b, p->n_used);
	for (uint32_t i = 0; i < p->n_used; i++)
		buffer_put_string(&b, strtab_get(&p->names->strings, p->used[i]));
	bundle_put(&b, p->n_files);
	buffer_append(&b, p->files.data, p->files.size);
	part.data = b.data;
	part.size = b.size;
	result = buffer_ok(&b) && buffer_ok(&p->files) ? bundle_part_put(records, (*number)++, &part, err)
						       : error_nomem(err);
	buffer_fini(&b);
	for (uint32_t i = 0; i < p->n_used; i++)
		p->places[p->used[i]] = 0;
	p->n_used = p->n_files = 0;
	buffer_clear(&p->files);
	return result;
}

static int put_all(struct names_put *p, struct buffer *records, uint32_t *number, struct error *err)
{
	int result = 0;

	for (uint32_t i = 0; i < p->names->n_files && !result; i++) {
		put_file(p, &p->names->files[i]);
		if (p->files.size >= PART_BYTES)
			result = put_part(p, BUNDLE_NAMES, records, number, err);
	}
	return result || !p->n_files ? result : put_part(p, BUNDLE_NAMES, records, number, err);
}

static int put_lines(struct names_put *p, struct buffer *records, uint32_t *number, struct error *err)
{
	uint64_t last = 0;

	for (uint32_t i = 0; i < p->names->n_lines; i++) {
		const struct bundle_line *line = &p->names->lines[i];

		put_string(p, line->file);
		bundle_put_difference(&p->files, last, line->line);
		put_string(p, line->text);
		last = line->line;
	}
	p->n_files = p->names->n_lines;
	return p->n_files ? put_part(p, BUNDLE_LINES, records, number, err) : 0;
}

int bundle_names_put(const struct bundle_names *names, struct buffer *records, uint32_t *number, struct error *err)
{
	struct names_put p = { .names = names };
	int result = 0;

	buffer_init(&p.files);
	p.places = calloc(names->strings.n + 1ull, sizeof(*p.places));
	p.used = calloc(names->strings.n + 1ull, sizeof(*p.used));
	p.frame_places = calloc(names->n_frames + 1ull, sizeof(*p.frame_places));
	p.frames_used = calloc(names->n_frames + 1ull, sizeof(*p.frames_used));
	if (p.places && p.used && p.frame_places && p.frames_used)
		result = put_all(&p, records, number, err);
	else
		result = error_nomem(err);
	if (!result)
		result = put_lines(&p, records, number, err);
	free(p.places);
	free(p.used);
	free(p.frame_places);
	free(p.frames_used);
	buffer_fini(&p.files);
	return result;
}
