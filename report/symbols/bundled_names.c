#include "report/symbols/bundled_names.h"

#include <errno.h>

static int take_part(void *context, const struct bundle_part *part, struct error *err)
{
	struct bundled_names *b = context;
	int result = 0;

	if (part->kind == BUNDLE_NAMES || part->kind == BUNDLE_LINES)
		result = bundle_names_read(&b->names, part);
	else if (part->kind != BUNDLE_STACKS)
		result = -ENOTSUP;
	if (part->kind == BUNDLE_STACKS && !b->stacks.size) {
		b->stacks_version = part->version;
		if (!buffer_append(&b->stacks, part->data, part->size) && part->size)
			return error_nomem(err);
	}
	if (result == -ENOMEM)
		return error_nomem(err);
	if (result && !b->damage.code)
		error_set(&b->damage, result, "names that the recording carries are %s; the rest is used",
			  result == -ENOTSUP ? "of a later version" : "damaged");
	return 0;
}

static uint64_t identity_hash(const struct bundled_identity *i)
{
	if (i->build_id.size)
		return hash_pair(hash_bytes(i->build_id.data, i->build_id.size), i->kind);
	return hash_pair(hash_bytes(i->path, strlen(i->path)), hash_pair(i->kind, i->pid));
}

static struct bundled_identity identity_of(const struct bundled_names *b, const struct bundle_file *f)
{
	return (struct bundled_identity){ .kind = f->kind,
					  .path = bundled_string(b, f->path),
					  .build_id = f->build_id,
					  .file = f->file,
					  .pid = f->pid };
}

static bool is_same_mapped(const struct mapped_file *a, const struct mapped_file *b)
{
	return a->inode == b->inode && a->major == b->major && a->minor == b->minor && a->generation == b->generation;
}

static bool is_same(const void *context, uint32_t number, const void *wanted)
{
	const struct bundled_names *b = context;
	const struct bundled_identity *want = wanted;
	const struct bundled_identity have = identity_of(b, &b->names.files[number]);

	if (have.kind != want->kind || have.build_id.size != want->build_id.size)
		return false;
	if (have.build_id.size)
		return !memcmp(have.build_id.data, want->build_id.data, have.build_id.size);
	return have.pid == want->pid && is_same_mapped(&have.file, &want->file) && !strcmp(have.path, want->path);
}

/* Of several files with one identity the first counts. */
static int index_files(struct bundled_names *b)
{
	for (uint32_t i = 0; i < b->names.n_files; i++) {
		const struct bundled_identity identity = identity_of(b, &b->names.files[i]);

		if (!bundled_names_find(b, &identity) && hash_table_add(&b->by_identity, identity_hash(&identity), i))
			return -ENOMEM;
	}
	return 0;
}

static bool is_line(const void *context, uint32_t number, const void *wanted)
{
	const struct bundle_line *have = &((const struct bundled_names *)context)->names.lines[number], *want = wanted;

	return have->file == want->file && have->line == want->line;
}

static uint64_t line_hash(const struct bundle_line *line)
{
	return hash_u64((uint64_t)line->file << 32 | line->line);
}

static int index_lines(struct bundled_names *b)
{
	for (uint32_t i = 0; i < b->names.n_lines; i++)
		if (hash_table_add(&b->by_line, line_hash(&b->names.lines[i]), i))
			return -ENOMEM;
	return 0;
}

const char *bundled_names_line(const struct bundled_names *b, const char *file, unsigned line)
{
	struct bundle_line wanted = { .line = line };
	uint32_t number;

	if (!bundled_names_any(b))
		return NULL;
	wanted.file = strtab_find(&b->names.strings, file, strlen(file));
	number = hash_table_find(&b->by_line, line_hash(&wanted), is_line, b, &wanted);
	return number == HASH_TABLE_NONE ? NULL : bundled_string(b, b->names.lines[number].text);
}

int bundled_names_load(struct bundled_names *b, const struct perf_file *f, struct error *err)
{
	struct error damage;
	int result;

	memset(b, 0, sizeof(*b));
	b->damage = (struct error)ERROR_INIT;
	if (!bundle_parts_any(f))
		return 0;
	b->is_ready = true;
	buffer_init(&b->stacks);
	if (bundle_names_init(&b->names))
		return error_nomem(err);
	result = bundle_parts_read(f, take_part, b, &damage, err);
	if (!b->damage.code)
		b->damage = damage;
	return result || (!index_files(b) && !index_lines(b)) ? result : error_nomem(err);
}

void bundled_names_fini(struct bundled_names *b)
{
	if (!b->is_ready)
		return;
	bundle_names_fini(&b->names);
	buffer_fini(&b->stacks);
	hash_table_fini(&b->by_identity);
	hash_table_fini(&b->by_line);
	b->is_ready = false;
}

bool bundled_names_any(const struct bundled_names *b)
{
	return b && b->is_ready && b->names.n_files;
}

const struct bundle_file *bundled_names_find(const struct bundled_names *b, const struct bundled_identity *identity)
{
	uint32_t number = b && b->is_ready
				  ? hash_table_find(&b->by_identity, identity_hash(identity), is_same, b, identity)
				  : HASH_TABLE_NONE;

	return number == HASH_TABLE_NONE ? NULL : &b->names.files[number];
}
