#include "report/flame/flame_page.h"

#include "common/json.h"
#include "report/flame/flame_columns.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Steps of time from the first to the last sample; finer ones are not seen, and do not compress. */
#define STEPS_LOG 20

/* A step of time in ns, alike for all recordings: a microsecond or, of long ones, more. */
static uint64_t tick_of(const struct flame_profile *p)
{
	uint64_t tick = 1000;

	for (uint32_t i = 0; i < p->n_recordings; i++)
		while (p->recordings[i].span / tick >> STEPS_LOG)
			tick *= 2;
	return tick;
}

/* --- what is known of the recordings, as JSON ------------------------------------------------ */

static void put_named(struct json *j, const char *name, const char *text)
{
	json_name(j, name);
	json_string(j, text);
}

static void put_number(struct json *j, const char *name, uint64_t number)
{
	json_name(j, name);
	json_u64(j, number);
}

static void put_columns(struct json *j, const struct flame_columns *c)
{
	json_name(j, "columns");
	json_begin(j, '[');
	for (unsigned i = 0; i < c->n; i++) {
		json_begin(j, '{');
		put_named(j, "name", c->list[i].name);
		put_number(j, "n", c->list[i].n);
		put_number(j, "bytes", c->list[i].bytes);
		put_named(j, "form", flame_column_form(&c->list[i]));
		json_end(j, '}');
	}
	json_end(j, ']');
}

static void put_events(struct json *j, const struct flame_profile *p)
{
	json_name(j, "events");
	json_begin(j, '[');
	for (uint32_t i = 0; i < p->n_events; i++) {
		json_begin(j, '{');
		put_named(j, "name", strtab_get(&p->strings, p->events[i].name));
		put_named(j, "unit", p->events[i].is_time ? "ns" : "count");
		json_end(j, '}');
	}
	json_end(j, ']');
}

/* The last part of its path: who reads a page need not know where it was made. */
static const char *file_name(const struct flame_recording *r)
{
	const char *slash = strrchr(r->input, '/');

	return slash ? slash + 1 : r->input;
}

static void put_title(struct json *j, const struct flame_profile *p)
{
	char text[2 * NAME_MAX + 64] = "";
	size_t used = 0;

	for (uint32_t i = 0; i < p->n_recordings && used < sizeof(text); i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s", i ? " and " : "",
					 file_name(&p->recordings[i]));
	put_named(j, "title", text);
}

static void put_recordings(struct json *j, const struct flame_profile *p, uint64_t tick)
{
	json_name(j, "recordings");
	json_begin(j, '[');
	for (uint32_t i = 0; i < p->n_recordings; i++) {
		const struct flame_recording *r = &p->recordings[i];

		json_begin(j, '{');
		put_named(j, "input", file_name(r));
		put_number(j, "tick", tick);
		put_number(j, "ticks", r->span / tick);
		put_number(j, "samples", r->samples);
		put_number(j, "lost", r->lost);
		json_name(j, "damaged");
		json_bool(j, r->damaged);
		json_end(j, '}');
	}
	json_end(j, ']');
}

static void put_threads(struct json *j, const struct flame_profile *p)
{
	json_name(j, "threads");
	json_begin(j, '[');
	for (uint32_t i = 0; i < p->n_threads; i++) {
		const struct flame_thread *t = &p->threads[i];

		json_begin(j, '{');
		put_number(j, "recording", t->recording);
		json_name(j, "pid");
		json_i64(j, (int32_t)t->pid);
		json_name(j, "tid");
		json_i64(j, (int32_t)t->tid);
		put_named(j, "name", strtab_get(&p->strings, t->name));
		put_named(j, "process", strtab_get(&p->strings, t->process));
		json_end(j, '}');
	}
	json_end(j, ']');
}

/* What a person has to know who looks at the picture. */
static void put_notes(struct json *j, const struct flame_profile *p)
{
	char text[256];

	json_name(j, "notes");
	json_begin(j, '[');
	for (uint32_t i = 0; i < p->n_recordings; i++) {
		const struct flame_recording *r = &p->recordings[i];

		if (r->lost) {
			snprintf(text, sizeof(text), "%" PRIu64 " samples were lost while it was recorded", r->lost);
			json_string(j, text);
		}
		if (!r->has_chains && r->samples)
			json_string(j, "there are no call chains: each stack is one function");
		if (r->has_broken_chains)
			json_string(j, "most call chains break off or lead nowhere, as of code without frame pointers");
		if (r->damaged)
			json_string(j, "parts of the file are damaged and were not read");
		if (r->shift) {
			snprintf(text, sizeof(text), "there are so many samples that times are multiples of %.3g ms",
				 (double)(1ull << r->shift) / 1e6);
			json_string(j, text);
		}
	}
	json_end(j, ']');
}

static void put_all(struct json *j, const struct flame_profile *p, const struct flame_columns *c, uint64_t tick)
{
	json_begin(j, '{');
	put_number(j, "version", 1);
	put_title(j, p);
	put_named(j, "prec", PACKAGE_VERSION);
	put_events(j, p);
	put_recordings(j, p, tick);
	put_threads(j, p);
	put_notes(j, p);
	put_columns(j, c);
	json_end(j, '}');
}

/*
 * JSON within HTML: what could end the element, begin a comment, or end a line of a script is \uNNNN. It stands in
 * strings only.
 */
static void put_inline(const char *json, size_t size, FILE *out)
{
	for (const char *p = json, *end = json + size; p < end; p++) {
		bool is_line_end = end - p >= 3 && (!memcmp(p, "\xe2\x80\xa8", 3) || !memcmp(p, "\xe2\x80\xa9", 3));

		if (strchr("<>&", *p)) {
			fprintf(out, "\\u%04x", (unsigned)*p);
		} else if (is_line_end) {
			fprintf(out, "\\u20%02x", (uint8_t)p[2] == 0xa8 ? 0x28 : 0x29);
			p += 2;
		} else {
			fputc(*p, out);
		}
	}
}

static int write_about(const struct flame_profile *p, const struct flame_columns *c, uint64_t tick, FILE *out)
{
	char *text = NULL;
	size_t size;
	struct json j = { .out = open_memstream(&text, &size) };
	bool failed;

	if (!j.out)
		return -ENOMEM;
	put_all(&j, p, c, tick);
	failed = ferror(j.out);
	if (fclose(j.out) || failed) {
		free(text);
		return -ENOMEM;
	}
	put_inline(text, size, out);
	free(text);
	return 0;
}

/* --- the page ----------------------------------------------------------------------------------- */

static void write_policy(FILE *out)
{
	uint8_t hash[32];

	for (unsigned i = 0; i < sizeof(hash); i++) {
		const char digits[3] = { flame_page_script_sha256[2 * i], flame_page_script_sha256[2 * i + 1] };

		hash[i] = (uint8_t)strtoul(digits, NULL, 16);
	}
	fputs("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
	      "img-src data: blob:; script-src 'sha256-",
	      out);
	base64_write(hash, sizeof(hash), out);
	fputs("'\">\n", out);
}

static int write_data(const struct flame_profile *p, FILE *out)
{
	struct flame_columns columns;
	uint64_t tick = tick_of(p);
	int result = flame_columns_make(&columns, p, tick);

	fputs("<script type=\"application/json\" id=\"meta\">", out);
	if (!result)
		result = write_about(p, &columns, tick, out);
	fputs("</script>\n<script type=\"text/plain\" id=\"data\">", out);
	if (!result)
		result = flame_columns_write(&columns, out);
	fputs("</script>\n", out);
	flame_columns_fini(&columns);
	return result;
}

/* Writes the skeleton up to a marker, and returns what follows it. */
static const char *write_up_to(const char *skeleton, const char *marker, FILE *out)
{
	const char *at = strstr(skeleton, marker);

	fwrite(skeleton, 1, (size_t)(at - skeleton), out);
	return at + strlen(marker);
}

int flame_page_write(const struct flame_profile *p, FILE *out)
{
	const char *rest = write_up_to(flame_page_skeleton, "<!-- policy -->\n", out);
	int result;

	write_policy(out);
	rest = write_up_to(rest, "<!-- style -->\n", out);
	fprintf(out, "<style>\n%s</style>\n", flame_page_style);
	rest = write_up_to(rest, "<!-- data -->\n", out);
	result = write_data(p, out);
	rest = write_up_to(rest, "<!-- script -->\n", out);
	fprintf(out, "<script type=\"module\">%s</script>\n%s", flame_page_script, rest);
	return result;
}
