/* redact_bundle: what a recording carries for other machines (formats/file/bundle_names.h). */
#include "report/redact/redact.h"

#include "formats/file/bundle_names.h"
#include "formats/file/bundle_stacks.h"
#include "report/redact/redact_text.h"

#include <errno.h>

/* The new bundle. */
struct made {
	struct redact *redact;
	struct bundle_names names;
	struct strtab strings; /* of the new names */
	struct buffer stacks;  /* records of the parts with ends of stacks */
};

static uint32_t add(struct made *m, const char *text)
{
	uint32_t id = strtab_add_string(&m->strings, text);

	m->redact->failed |= id == STRTAB_NONE;
	return id == STRTAB_NONE ? 0 : id;
}

static uint32_t path(struct made *m, uint32_t id)
{
	const char *text = strtab_get(&m->names.strings, id);

	return add(m, redact_text(m->redact, REDACT_TEXT_PATH, text, strlen(text), (struct redact_owner){ 0 }));
}

static uint32_t function(struct made *m, uint32_t id, bool is_mangled)
{
	return add(m, redact_function(m->redact, strtab_get(&m->names.strings, id), is_mangled));
}

static uint32_t same(struct made *m, uint32_t id)
{
	return add(m, strtab_get(&m->names.strings, id));
}

/* Whether readers demangle a file's names: report/symbols/dso_load.c. */
static bool is_mangled(const struct bundle_file *f)
{
	return f->kind == BUNDLE_FILE_USER || f->kind == BUNDLE_FILE_VDSO || f->kind == BUNDLE_FILE_JIT_DUMP;
}

static void redact_file(struct made *m, struct bundle_file *f)
{
	enum redact_level level = m->redact->level;

	f->path = path(m, f->path);
	f->source = path(m, f->source);
	/* A sentence, with paths in it. */
	f->why = level >= REDACT_ARGS ? 0 : same(m, f->why);
	f->build_id = redact_build_id(m->redact, &f->build_id);
	f->other = redact_build_id(m->redact, &f->other);
	if (level >= REDACT_NAMES)
		f->file = (struct mapped_file){ 0 };
	for (uint32_t i = f->symbols.first; i < f->symbols.first + f->symbols.n; i++)
		m->names.symbols[i].name = function(m, m->names.symbols[i].name, is_mangled(f));
	/* Code has constants and texts, and is known by others who have it. */
	if (level >= REDACT_NAMES) {
		m->redact->counts[REDACTED_CODE] += f->functions.n;
		f->functions.n = 0;
	}
}

static void redact_lines(struct made *m)
{
	if (m->redact->level >= REDACT_ARGS && !m->redact->keeps_source)
		m->names.n_lines = 0;
	for (uint32_t i = 0; i < m->names.n_lines; i++) {
		m->names.lines[i].file = path(m, m->names.lines[i].file);
		m->names.lines[i].text = same(m, m->names.lines[i].text);
	}
}

static int redact_names(struct made *m)
{
	struct strtab old;

	for (uint32_t i = 0; i < m->names.n_files; i++)
		redact_file(m, &m->names.files[i]);
	for (uint32_t i = 0; i < m->names.n_frames; i++) {
		struct bundle_frame *f = &m->names.frames[i];

		/* Of inlined functions it is not told whose they are: all are shown demangled that can be. */
		f->function = function(m, f->function, true);
		f->file = path(m, f->file);
	}
	redact_lines(m);
	old = m->names.strings;
	m->names.strings = m->strings;
	m->strings = old;
	return m->redact->failed ? -ENOMEM : 0;
}

static int take_stacks(struct made *m, const struct bundle_part *part, struct error *err)
{
	struct bundle_stacks stacks;
	int result = bundle_stacks_read(&stacks, part);

	for (uint32_t i = 0; i < stacks.n_ends && !result; i++) {
		const char *text = stacks.ends[i].path;

		text = redact_text(m->redact, REDACT_TEXT_PATH, text, strlen(text), (struct redact_owner){ 0 });
		stacks.ends[i].path = strtab_get(&m->strings, add(m, text));
	}
	if (!result && !m->redact->failed)
		result = bundle_stacks_put(&stacks, &m->stacks, 0, err);
	bundle_stacks_fini(&stacks);
	/* What is damaged is left out. */
	if (result == -EBADMSG || result == -ENOTSUP) {
		m->redact->counts[REDACTED_UNKNOWN]++;
		return 0;
	}
	return result || !m->redact->failed ? result : error_nomem(err);
}

static int take_part(void *context, const struct bundle_part *part, struct error *err)
{
	struct made *m = context;
	int result = 0;

	if (m->redact->level >= redact_part_goes(part->kind))
		m->redact->counts[REDACTED_UNKNOWN]++;
	else if (part->kind == BUNDLE_STACKS)
		return take_stacks(m, part, err);
	else
		result = bundle_names_read(&m->names, part);
	m->redact->counts[REDACTED_UNKNOWN] += result && result != -ENOMEM;
	return result == -ENOMEM ? error_nomem(err) : 0;
}

int redact_bundle(struct redact *r, struct buffer *records, struct error *err)
{
	struct made m = { .redact = r };
	struct error damage;
	struct buffer out;
	uint32_t number = 1;
	int result = bundle_names_init(&m.names) || strtab_init(&m.strings) ? error_nomem(err) : 0;

	buffer_init(&m.stacks);
	buffer_init(&out);
	m.stacks.swap = out.swap = records->swap;
	if (!result)
		result = bundle_records_read(records, take_part, &m, &damage, err);
	/* A part that is damaged is none that could be redacted. */
	r->counts[REDACTED_UNKNOWN] += !result && damage.code;
	if (!result && redact_names(&m))
		result = error_nomem(err);
	if (!result && m.names.n_files)
		result = bundle_names_put(&m.names, &out, &number, err);
	buffer_append(&out, m.stacks.data, m.stacks.size);
	if (!result && !buffer_ok(&out))
		result = error_nomem(err);
	buffer_fini(records);
	*records = out;
	buffer_fini(&m.stacks);
	strtab_fini(&m.strings);
	bundle_names_fini(&m.names);
	return result;
}
