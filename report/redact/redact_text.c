#include "report/redact/redact_text.h"

#include "formats/jit/jitdump.h"
#include "report/elf/demangle.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#define DELETED " (deleted)"

/* Digits of hashes: of what there are few, and of functions and files. */
#define SHORT_DIGITS 8
#define LONG_DIGITS  12

/* Longer folders are one hash: each part takes more bytes than a short name had. */
#define PARTS_MAX 64u

/* Files of these folders are of the system. */
static const char *const system_folders[] = {
	"/usr/",  "/lib/", "/lib32/",  "/lib64/",      "/libx32/", "/bin/",
	"/sbin/", "/opt/", "/system/", "/system_ext/", "/apex/",   "/vendor/",
};

/* A text that is not NUL-terminated. */
struct part {
	const char *s;
	size_t size;
};

static struct part part_of(const char *s)
{
	return (struct part){ s, strlen(s) };
}

static bool begins(struct part p, const char *with)
{
	size_t n = strlen(with);

	return p.size >= n && !memcmp(p.s, with, n);
}

static bool ends(struct part p, const char *with)
{
	size_t n = strlen(with);

	return p.size >= n && !memcmp(p.s + p.size - n, with, n);
}

static bool is_text(struct part p, const char *text)
{
	return p.size == strlen(text) && !memcmp(p.s, text, p.size);
}

static void put(struct redact *r, struct part p)
{
	buffer_append(&r->text, p.s, p.size);
}

static void put_text(struct redact *r, const char *text)
{
	put(r, part_of(text));
}

/* Appends "d-3f2a91c0". */
static void put_hash(struct redact *r, char domain, struct part p, unsigned digits)
{
	static const char hex[] = "0123456789abcdef";
	uint8_t hash[SHA256_SIZE];

	redact_key_hash(&r->key, domain, p.s, p.size, hash);
	buffer_put_u8(&r->text, (uint8_t)domain);
	buffer_put_u8(&r->text, '-');
	for (unsigned i = 0; i < digits; i++)
		buffer_put_u8(&r->text, (uint8_t)hex[hash[i / 2] >> (i % 2 ? 0 : 4) & 15]);
}

/* --- paths ------------------------------------------------------------------------------ */

/* Cuts "(deleted)" off, which is put again at the end. */
static struct part without_deleted(struct part p)
{
	if (ends(p, DELETED))
		p.size -= strlen(DELETED);
	return p;
}

/* Whether all characters are those of names that the kernel's source has: "[kernel.kallsyms]_text". */
static bool is_plain(struct part p)
{
	for (size_t i = 0; i < p.size; i++)
		if (!isalnum((unsigned char)p.s[i]) && !strchr("_[].-:+", p.s[i]))
			return false;
	return true;
}

/* Memory without a file, by names that the kernel gives it. */
static bool is_memory(struct part p)
{
	static const char *const names[] = { "//anon",    "//toolong",  "//enomem",  "[heap]",        "[vdso]",
					     "[vdso32]",  "[vsyscall]", "[vvar]",    "[uprobes]",     "[sigpage]",
					     "[vectors]", "/dev/zero",  "/dev/null", "/anon_hugepage" };

	p = without_deleted(p);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (is_text(p, names[i]))
			return true;
	return is_plain(p) && (begins(p, "[kernel.kallsyms]") || begins(p, "[guest.kernel.kallsyms") ||
			       begins(p, "[kernel]") || begins(p, "[stack") || begins(p, "anon_inode:["));
}

/* "/tmp/perf-42.map", by which readers look for the names of JIT code. */
static bool is_perf_map(struct part p)
{
	char text[64];
	unsigned pid;

	if (p.size >= sizeof(text))
		return false;
	memcpy(text, p.s, p.size);
	text[p.size] = 0;
	return sscanf(text, "/tmp/perf-%u.map", &pid) == 1 &&
	       snprintf(text, sizeof(text), "/tmp/perf-%u.map", pid) == (int)p.size && !memcmp(text, p.s, p.size);
}

/* Memory with a name that a program chose. False: it is none. */
static bool put_named_memory(struct redact *r, struct part p)
{
	static const char *const prefixes[] = { "/memfd:", "/dev/shm/", "[anon:" };

	if (begins(p, "/SYSV")) {
		put_text(r, "/SYSV00000000");
		return true;
	}
	for (size_t i = 0; i < ARRAY_SIZE(prefixes); i++)
		if (begins(p, prefixes[i])) {
			put_text(r, prefixes[i]);
			put_hash(r, 'm', p, SHORT_DIGITS);
			put_text(r, prefixes[i][0] == '[' ? "]" : "");
			return true;
		}
	return false;
}

/* The name of a kernel module in a path or in brackets. False: it is none. */
static bool is_module(struct part p, char name[256])
{
	const char *slash = memrchr(p.s, '/', p.size);
	struct part base = slash ? (struct part){ slash + 1, (size_t)(p.s + p.size - slash - 1) } : p;
	const char *end = memmem(base.s, base.size, ".ko", 3);
	size_t n;

	if (p.size > 2 && p.s[0] == '[' && ends(p, "]") && is_plain(p)) {
		base = (struct part){ p.s + 1, p.size - 2 };
		end = base.s + base.size;
	} else if (!end || (end + 3 < base.s + base.size && end[3] != '.')) {
		return false;
	}
	n = (size_t)(end - base.s) < 255 ? (size_t)(end - base.s) : 255;
	for (size_t i = 0; i < n; i++)
		name[i] = base.s[i] == '-' ? '_' : base.s[i];
	name[n] = 0;
	return true;
}

/* Whether a path is one of the system, which says nothing of who uses it. */
static bool is_of_system(struct part p)
{
	if (memmem(p.s, p.size, "/../", 4))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(system_folders); i++)
		if (begins(p, system_folders[i]))
			return true;
	return false;
}

static size_t count_parts(struct part p)
{
	size_t n = 0;

	for (size_t i = 0; i < p.size; i++)
		n += p.s[i] == '/';
	return n;
}

/* The folders of a path with a hash for each, or for all. size: of what comes before the last part. */
static void put_folders(struct redact *r, struct part p, size_t size, bool as_one)
{
	size_t start = 0;

	if (as_one && size > 1) {
		put_text(r, p.s[0] == '/' ? "/" : "");
		put_hash(r, 'd', (struct part){ p.s, size }, SHORT_DIGITS);
		put_text(r, "/");
		return;
	}
	for (size_t i = 0; i < size; i++) {
		struct part name = { p.s + start, i - start };

		if (p.s[i] != '/')
			continue;
		/* With the folders it is in: a name in two places is not to be known again. */
		if (!name.size || is_text(name, ".") || is_text(name, ".."))
			put(r, name);
		else
			put_hash(r, 'd', (struct part){ p.s, i }, SHORT_DIGITS);
		put_text(r, "/");
		start = i + 1;
	}
}

/* Where a name ends as simpleperf calls its files of JIT code: "_jit_app_cache:0-784". size 0: it does not. */
static struct part jit_suffix(struct part base)
{
	static const char *const suffixes[] = { "_jit_app_cache:", "_jit_zygote_cache:" };
	struct part rest = { base.s, 0 };

	for (size_t i = 0; i < ARRAY_SIZE(suffixes); i++) {
		const char *at = memmem(base.s, base.size, suffixes[i], strlen(suffixes[i]));

		if (at)
			rest = (struct part){ at, (size_t)(base.s + base.size - at) };
		for (size_t k = strlen(suffixes[i]); at && k < rest.size; k++)
			if (!isdigit((unsigned char)at[k]) && at[k] != '-')
				rest.size = 0;
	}
	return rest;
}

static void put_file(struct redact *r, struct part p)
{
	const char *slash = memrchr(p.s, '/', p.size);
	size_t size = slash ? (size_t)(slash + 1 - p.s) : 0;
	struct part base = { p.s + size, p.size - size };
	bool hides_names = r->level >= REDACT_NAMES;

	put_folders(r, p, size, hides_names || count_parts(p) > PARTS_MAX);
	if (hides_names && base.size && !jitdump_is_path(p.s, p.size)) {
		put_hash(r, 'f', base, LONG_DIGITS);
		put(r, jit_suffix(base));
	} else {
		put(r, base);
	}
}

static void put_path(struct redact *r, struct part p)
{
	const struct part name = without_deleted(p);
	char module[256];

	if (is_memory(p) || is_perf_map(p)) {
		put(r, p);
		return;
	}
	if (!put_named_memory(r, name)) {
		if (is_module(name, module) && r->level >= REDACT_NAMES) {
			put_text(r, "[");
			put_hash(r, 'm', part_of(module), SHORT_DIGITS);
			put_text(r, "]");
		} else if (r->level < REDACT_NAMES && (is_of_system(name) || (name.s[0] == '[' && is_plain(name)))) {
			put(r, name);
		} else {
			put_file(r, name);
		}
	}
	put(r, (struct part){ p.s + name.size, p.size - name.size });
}

/* --- others ----------------------------------------------------------------------------- */

/* Whether the name of a thread tells no more than the file it runs: that of a program, or of the kernel's thread. */
static bool comm_stays(struct redact *r, struct part p, uint32_t pid)
{
	if (!pid)
		return begins(p, "swapper");
	if (r->level >= REDACT_NAMES)
		return false;
	if (r->has_kthreadd && (pid == 2 || u32map_get(&r->kernel_tasks, pid) != U32MAP_NONE) &&
	    u32map_get(&r->mapped, pid) == U32MAP_NONE)
		return true;
	return strtab_find(&r->programs, p.s, p.size) != STRTAB_NONE;
}

static void put_comm(struct redact *r, struct part p, uint32_t pid)
{
	if (p.size && !comm_stays(r, p, pid)) {
		put_hash(r, 't', p, SHORT_DIGITS);
		return;
	}
	put(r, p);
	r->failed |= strtab_add(&r->comms, p.s, p.size) == STRTAB_NONE;
}

/* A path below the root of cgroups, of which each part is a hash. */
static void put_cgroup(struct redact *r, struct part p)
{
	size_t start = 0;

	for (size_t i = 0; i <= p.size; i++) {
		if (i < p.size && p.s[i] != '/')
			continue;
		if (i > start)
			put_hash(r, 'c', (struct part){ p.s, i }, SHORT_DIGITS);
		if (i < p.size)
			put_text(r, "/");
		start = i + 1;
	}
}

/* Units are short words: "Joules", "MiB". */
static void put_unit(struct redact *r, struct part p)
{
	if (p.size <= 16 && is_plain(p))
		put(r, p);
}

static const char *made(struct redact *r)
{
	buffer_put_u8(&r->text, 0);
	r->failed |= !buffer_ok(&r->text);
	return r->failed ? "" : (const char *)r->text.data;
}

static void count(struct redact *r, enum redacted kind, struct part before)
{
	if (!is_text(before, r->failed ? "" : (const char *)r->text.data))
		r->counts[kind]++;
}

const char *redact_function(struct redact *r, const char *name, bool is_mangled)
{
	char *shown = is_mangled && demangle_may_be_mangled(name) ? demangle_name(name, DEMANGLE_FULL) : NULL;

	buffer_clear(&r->text);
	if (r->level < REDACT_NAMES || !*name) {
		put_text(r, name);
	} else {
		put_hash(r, 'f', part_of(shown ? shown : name), LONG_DIGITS);
		r->counts[REDACTED_FUNCTIONS]++;
	}
	free(shown);
	return made(r);
}

/* From `args` on. */
static enum redacted put_redacted(struct redact *r, enum redact_text kind, struct part p, uint32_t pid)
{
	switch (kind) {
	case REDACT_TEXT_PATH: put_path(r, p); return REDACTED_PATHS;
	case REDACT_TEXT_DATA: put_text(r, "//anon"); return REDACTED_PATHS;
	case REDACT_TEXT_COMM: put_comm(r, p, pid); return REDACTED_COMMS;
	case REDACT_TEXT_CGROUP: put_cgroup(r, p); return REDACTED_CGROUPS;
	case REDACT_TEXT_UNIT: put_unit(r, p); return REDACTED_EVENTS;
	case REDACT_TEXT_FUNCTION:
		if (r->level < REDACT_NAMES || !p.size)
			put(r, p);
		else
			put_hash(r, 'f', p, LONG_DIGITS);
		return REDACTED_FUNCTIONS;
	case REDACT_TEXT_VALUE:
	case REDACT_TEXT_UNKNOWN: break;
	}
	return REDACTED_UNKNOWN;
}

const char *redact_text(struct redact *r, enum redact_text kind, const char *text, size_t size,
			struct redact_owner owner)
{
	const struct part p = { text, strnlen(text, size) };
	enum redacted what;

	buffer_clear(&r->text);
	if ((r->level < REDACT_ARGS || !p.size) && kind != REDACT_TEXT_UNKNOWN) {
		put(r, p);
		return made(r);
	}
	what = put_redacted(r, kind, p, owner.pid);
	made(r);
	count(r, what, p);
	return r->failed ? "" : (const char *)r->text.data;
}

struct build_id redact_build_id(struct redact *r, const struct build_id *id)
{
	struct build_id made = *id;
	uint8_t hash[SHA256_SIZE];

	memset(made.data + id->size, 0, sizeof(made.data) - id->size);
	if (r->level < REDACT_NAMES || !id->size)
		return made;
	redact_key_hash(&r->key, 'b', id->data, id->size, hash);
	memcpy(made.data, hash, id->size);
	r->counts[REDACTED_BUILD_IDS]++;
	return made;
}
