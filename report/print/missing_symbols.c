#include "report/print/missing_symbols.h"

#include "common/fileio.h"
#include "common/log.h"
#include "common/text.h"
#include "formats/file/file_facts.h"
#include "report/profile/debug_packages.h"
#include "report/profile/runtimes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#define LISTED       5 /* files, with their reasons */
#define LISTED_BRIEF 3 /* files in one line */

#define PATH_SHOWN     400
#define BUILD_ID_BYTES 4 /* enough to distinguish the builds of a file */

/* --- counting -------------------------------------------------------------- */

static int compare_files(const void *a, const void *b)
{
	const struct missing_symbols_file *x = a, *y = b;

	if (x->percent != y->percent)
		return x->percent > y->percent ? -1 : 1;
	return x->file < y->file ? -1 : x->file > y->file;
}

static bool is_wrong(enum missing_reason why)
{
	return why == UNRESOLVED_CHANGED || why == UNRESOLVED_HIDDEN || why == UNRESOLVED_KERNEL;
}

static void missing_symbols_add(struct missing_symbols *u, uint32_t file, double percent)
{
	enum missing_reason why = locator_missing_reason(u->locator, file);

	u->files[u->n++] = (struct missing_symbols_file){ .file = file, .why = why, .percent = percent };
	u->percent += percent;
	u->wrong = u->wrong || is_wrong(why);
}

/* Makes room for all files, and one entry for addresses in no mapping. 0 or -ENOMEM. */
static int missing_symbols_init(struct missing_symbols *u, const struct locator *locator)
{
	*u = (struct missing_symbols){ .locator = locator };
	u->files = calloc(locator->timeline->dsos.n + 1ull, sizeof(*u->files));
	return u->files ? 0 : -ENOMEM;
}

/* Shares are added as integers, in this part of a percent, so that the order of rows makes no difference. */
#define SHARE_UNIT 0x1p-40

/* Adds up the shares by dso; shares[number of dsos]: addresses in no mapping. */
static void shares_add(uint64_t *shares, const struct rows *r, uint64_t n_samples)
{
	for (uint32_t i = 0; i < r->keys.n; i++) {
		const struct row_key *key = &r->keys.list[i];
		const struct frame *frame = &r->frames->list[key->frame];
		const struct event_total *total = &r->totals[key->event];
		uint32_t dso = resolver_frame_dso(r->resolver, key->frame);
		uint32_t file = dso == DSO_NONE ? r->resolver->locator.timeline->dsos.n : dso;
		double percent = percent_of(r->list[i].period, total->period);

		if (!frame_lacks_name(frame))
			continue;
		/* In a hostile file the sum of periods may have overflowed. */
		percent = percent < 100 ? percent : 100;
		shares[file] += (uint64_t)(percent * (double)total->count / (double)n_samples / SHARE_UNIT);
	}
}

int missing_symbols_of_rows(struct missing_symbols *u, const struct rows *r)
{
	uint32_t n = r->resolver->locator.timeline->dsos.n;
	uint64_t n_samples = rows_samples(r);
	uint64_t *shares;

	if (missing_symbols_init(u, &r->resolver->locator))
		return -ENOMEM;
	u->has_shares = true;
	if (!columns_have(r->options->columns, KEY_SYM) || !n_samples)
		return 0;
	shares = calloc(n + 1ull, sizeof(*shares));
	if (!shares)
		return -ENOMEM;
	shares_add(shares, r, n_samples);
	for (uint32_t i = 0; i <= n; i++)
		if (shares[i])
			missing_symbols_add(u, i < n ? i : DSO_NONE, (double)shares[i] * SHARE_UNIT);
	free(shares);
	qsort(u->files, u->n, sizeof(*u->files), compare_files);
	u->much = u->percent > MISSING_SYMBOLS_MUCH;
	return 0;
}

static bool gives_no_names(enum missing_reason why)
{
	return why == UNRESOLVED_MISSING || why == UNRESOLVED_STRIPPED || why == UNRESOLVED_NO_MAP ||
	       why == UNRESOLVED_FOREIGN || why == UNRESOLVED_NOWHERE || is_wrong(why);
}

int missing_symbols_of_files(struct missing_symbols *u, const struct locator *locator)
{
	uint32_t asked = 0;

	if (missing_symbols_init(u, locator))
		return -ENOMEM;
	for (uint32_t i = 0; i < locator->timeline->dsos.n; i++) {
		if (!locator->by_dso[i])
			continue;
		asked++;
		if (gives_no_names(locator_missing_reason(locator, i)))
			missing_symbols_add(u, i, 0);
	}
	u->much = u->n > asked / 2;
	if (u->much)
		return 0;
	/* If few files gave no names, only wrong files are worth a message. */
	asked = u->n;
	u->n = 0;
	for (uint32_t i = 0; i < asked; i++)
		if (is_wrong(u->files[i].why))
			u->files[u->n++] = u->files[i];
	return 0;
}

void missing_symbols_fini(struct missing_symbols *u)
{
	free(u->files);
	u->files = NULL;
	u->n = 0;
}

/* --- in words -------------------------------------------------------------- */

/* Appends a name from the recording to a message of several lines. */
static void put_name(struct buffer *b, const char *name)
{
	size_t size = strnlen(name, PATH_SHOWN), begin = b->size;

	buffer_append(b, name, size);
	for (size_t i = begin; i < b->size; i++)
		if (b->data[i] == '\n' || b->data[i] == '\t')
			b->data[i] = '?';
}

static void put_build_id(struct buffer *b, const struct build_id *id)
{
	if (!id->size)
		text_put(b, "none");
	for (unsigned i = 0; i < id->size && i < BUILD_ID_BYTES; i++)
		text_printf(b, "%02x", id->data[i]);
}

static void put_path(struct buffer *b, const struct locator *locator, uint32_t file)
{
	const struct dso *dso = file == DSO_NONE ? NULL : &locator->timeline->dsos.list[file];

	if (!dso)
		text_put(b, "[unknown]");
	else
		put_name(b, strtab_get(locator->strings,
				       dso->kind == DSO_FILE || dso->kind == DSO_MODULE ? dso->path : dso->name));
}

static const char *reason(enum missing_reason why)
{
	switch (why) {
	case UNRESOLVED_MISSING: return "not here";
	case UNRESOLVED_CHANGED: return "changed";
	case UNRESOLVED_STRIPPED: return "no symbols";
	case UNRESOLVED_GAP: return "symbols of some functions only";
	case UNRESOLVED_HIDDEN: return "hidden from this user";
	case UNRESOLVED_KERNEL: return "not the kernel that runs here";
	case UNRESOLVED_NOWHERE: return "no symbols here";
	case UNRESOLVED_NO_MAP: return "made at run time, no map of it here";
	case UNRESOLVED_FOREIGN: return "made at run time, its map not used";
	case UNRESOLVED_GUEST: return "of a virtual machine";
	case UNRESOLVED_NO_FILE: return "memory of no file";
	case UNRESOLVED_DAMAGED: return "damaged";
	default: return "in no mapping";
	}
}

static void put_file(struct buffer *b, const struct locator *locator, const struct missing_symbols_file *u)
{
	const struct dso *dso = u->file == DSO_NONE ? NULL : &locator->timeline->dsos.list[u->file];

	put_path(b, locator, u->file);
	text_printf(b, ": %s", reason(u->why));
	if (u->why == UNRESOLVED_CHANGED) {
		text_put(b, ", build-id ");
		put_build_id(b, dso_symbols_other(locator->by_dso[u->file]));
		text_put(b, " for ");
		put_build_id(b, &dso->build_id);
	} else if (u->why == UNRESOLVED_MISSING && dso->build_id.size) {
		text_put(b, ", build-id ");
		put_build_id(b, &dso->build_id);
	}
}

static bool is_listed(const struct missing_symbols *u, uint32_t i, uint32_t most)
{
	return i < u->n && i < most && (!i || !u->has_shares || u->files[i].percent >= MISSING_SYMBOLS_LEAST);
}

static void put_files(struct buffer *b, const struct missing_symbols *u)
{
	double rest = u->percent;
	uint32_t i = 0;

	for (; is_listed(u, i, LISTED); i++) {
		text_put(b, "\n");
		if (u->has_shares)
			text_printf(b, "%7.1f %%", u->files[i].percent);
		text_put(b, "  ");
		put_file(b, u->locator, &u->files[i]);
		rest -= u->files[i].percent;
	}
	if (i == u->n || (u->has_shares && rest < MISSING_SYMBOLS_LEAST))
		return;
	text_put(b, "\n");
	if (u->has_shares)
		text_printf(b, "%7.1f %%", rest);
	text_printf(b, "  %u more (-v lists all)", (unsigned)(u->n - i));
}

/* --- what to do ------------------------------------------------------------- */

static bool has_reason(const struct missing_symbols *u, enum missing_reason why)
{
	for (uint32_t i = 0; is_listed(u, i, LISTED); i++)
		if (u->files[i].why == why)
			return true;
	return false;
}

static void advise_files(struct buffer *b, const struct missing_symbols *u, const char *host, const char *symfs)
{
	bool changed = has_reason(u, UNRESOLVED_CHANGED);

	if (!changed && !has_reason(u, UNRESOLVED_MISSING))
		return;
	if (*host && !file_host_is_this(host)) {
		text_put(b, "\n  Copy the files from \"");
		put_name(b, host);
		text_put(b, "\"");
	} else {
		text_put(b, changed ? "\n  Record again, or put the recorded files" : "\n  Put copies of the files");
	}
	if (symfs && *symfs) {
		text_put(b, " below ");
		put_name(b, symfs);
		text_put(b, ", with their paths.");
	} else {
		text_put(b, " below a folder, with their paths, and add --symfs FOLDER.");
	}
}

/*
 * Appends how to see the kernel's symbols. The kernel shows their addresses (kallsyms_show_value() in
 * kernel/ksyms_common.c) with kptr_restrict 0 to those who may profile it, with 0 and 1 to those with CAP_SYSLOG, with
 * 2 to nobody.
 */
static void advise_hidden(struct buffer *b)
{
	int restricted = fileio_read_number("/proc/sys/kernel/kptr_restrict", -1);
	int paranoid = fileio_read_number("/proc/sys/kernel/perf_event_paranoid", -1);

	text_put(b, "\n  For the kernel:  sudo sysctl");
	if (restricted > 0)
		text_put(b, " kernel.kptr_restrict=0");
	if (paranoid > 1)
		text_put(b, " kernel.perf_event_paranoid=1");
	if (restricted <= 0 && paranoid <= 1)
		text_put(b, " kernel.kptr_restrict=0");
	if (restricted < 2)
		text_put(b, "  (or read the file as root)");
}

/* Lists the paths of the files that lack symbols. Returns their number. */
static uint32_t stripped_files(const struct missing_symbols *u, const char *paths[static LISTED])
{
	uint32_t n = 0;

	for (uint32_t i = 0; is_listed(u, i, LISTED); i++) {
		const struct locator *l = u->locator;

		if (u->files[i].why == UNRESOLVED_STRIPPED || u->files[i].why == UNRESOLVED_GAP)
			paths[n++] = strtab_get(l->strings, l->timeline->dsos.list[u->files[i].file].path);
	}
	return n;
}

static void put_packages(struct buffer *b, const struct debug_packages *p, const char *const *paths, uint32_t n)
{
	if (p->n) {
		text_put(b, "\n  Install");
		for (uint32_t i = 0; i < p->n; i++)
			text_printf(b, " %s", p->names[i]);
	} else if (p->dpkg) {
		text_put(b, "\n  Build them with their symbols: they are of no package");
	} else if (p->rpm && n) {
		text_put(b, "\n  Install their symbols: dnf debuginfo-install $(rpm -qf");
		for (uint32_t i = 0; i < n; i++)
			text_printf(b, " %s", paths[i]);
		text_put(b, ")");
	} else {
		text_put(b, "\n  Install the debug symbols of packages (PACKAGE-dbgsym, PACKAGE-debuginfo)");
	}
}

/* Appends which packages have the symbols, by the package database of this system; with --symfs it does not apply. */
static void advise_packages(struct buffer *b, const struct missing_symbols *u, const struct symbols_config *config)
{
	struct debug_packages p = { .n = 0 };
	bool here = !config->symfs || !*config->symfs;
	const char *paths[LISTED];
	uint32_t n = debug_packages_choose(paths, stripped_files(u, paths));

	/* The search takes longer than many reports, so it is for people only. */
	if (here && (isatty(STDERR_FILENO) || log_level() >= LOG_VERBOSE))
		debug_packages_find(&p, "", paths, n);
	put_packages(b, &p, paths, n);
	if (!config->fetch && !(p.dpkg && !p.n))
		text_printf(b, ", or set DEBUGINFOD_URLS%s%s", here ? "=" : "", here ? debug_server("") : "");
	text_put(b, ".");
	debug_packages_fini(&p);
}

/* Appends how each kind of program can name its JIT code. */
static void advise_maps(struct buffer *b, const struct missing_symbols *u)
{
	const struct timeline *t = u->locator->timeline;
	runtime_set set = 0;

	for (uint32_t i = 0; is_listed(u, i, LISTED); i++)
		if (u->files[i].why == UNRESOLVED_NO_MAP)
			set |= runtimes_of_process(t, t->dsos.list[u->files[i].file].pid);
	if (set)
		runtimes_put_names(b, set);
	else
		text_put(b, "\n  Let programs write /tmp/perf-PID.map of code they make.");
}

static void put_advice(struct buffer *b, const struct missing_symbols *u, const char *host,
		       const struct symbols_config *config)
{
	advise_files(b, u, host, config->symfs);
	if (has_reason(u, UNRESOLVED_STRIPPED) || has_reason(u, UNRESOLVED_GAP))
		advise_packages(b, u, config);
	if (has_reason(u, UNRESOLVED_HIDDEN))
		advise_hidden(b);
	if (has_reason(u, UNRESOLVED_KERNEL) || has_reason(u, UNRESOLVED_NOWHERE))
		text_put(b, "\n  For the kernel:  -k VMLINUX, or --kallsyms COPY of its /proc/kallsyms.");
	if (has_reason(u, UNRESOLVED_NO_MAP))
		advise_maps(b, u);
}

/* Of a recording without names there is nothing to find. False: it has not been made so. */
static bool advise_redacted(struct buffer *b, const struct perf_file *file)
{
	if (file_redacted(file) < REDACTION_NAMES)
		return false;
	text_put(b, "\n  Names were taken out with --redact=names; with --bundle, it leaves hashes of them.");
	return true;
}

void missing_symbols_line(const struct missing_symbols *u, struct buffer *b)
{
	uint32_t i = 0;

	for (; is_listed(u, i, LISTED_BRIEF); i++) {
		const struct missing_symbols_file *file = &u->files[i];
		const char *name = "[unknown]";

		if (file->file != DSO_NONE)
			name = strtab_get(u->locator->strings, u->locator->timeline->dsos.list[file->file].name);
		text_put(b, i ? ", " : "");
		put_name(b, name);
		if (u->has_shares)
			text_printf(b, " %.1f %%", file->percent);
		text_printf(b, " (%s)", missing_reason_words(file->why));
	}
	if (u->n > i)
		text_printf(b, ", %u more", (unsigned)(u->n - i));
}

void missing_symbols_text(const struct missing_symbols *u, const struct perf_file *file,
			  const struct symbols_config *config, struct buffer *b)
{
	char host[FILE_HOST_MAX];

	file_hostname(file, host);
	if (u->has_shares)
		text_printf(b, "%.1f %% of the samples have no names:", u->percent);
	else
		text_put(b, "most files that samples are in give no names:");
	put_files(b, u);
	if (!advise_redacted(b, file))
		put_advice(b, u, host, config);
}

/* Appends what helps with the files of one reason: the first reason for which there is something. */
static void put_first_advice(struct buffer *b, const struct missing_symbols *u, const char *host,
			     const struct symbols_config *config)
{
	const size_t begin = b->size;

	for (uint32_t i = 0; is_listed(u, i, LISTED) && b->size == begin; i++) {
		struct missing_symbols_file alike[LISTED];
		struct missing_symbols some = *u;

		some.files = alike;
		some.n = 0;
		for (uint32_t k = i; is_listed(u, k, LISTED); k++)
			if (u->files[k].why == u->files[i].why)
				alike[some.n++] = u->files[k];
		put_advice(b, &some, host, config);
	}
}

void missing_symbols_brief(const struct missing_symbols *u, const struct perf_file *file,
			   const struct symbols_config *config, struct buffer *b)
{
	char host[FILE_HOST_MAX];

	file_hostname(file, host);
	if (u->has_shares)
		text_printf(b, "%.1f %% of the samples have no names: ", u->percent);
	else
		text_put(b, "most files that samples are in give no names: ");
	missing_symbols_line(u, b);
	text_put(b, "; -v says more");
	if (!advise_redacted(b, file))
		put_first_advice(b, u, host, config);
}

void missing_symbols_explain(const struct missing_symbols *u, const struct perf_file *file,
			     const struct symbols_config *config)
{
	struct buffer b;

	if (log_level() < LOG_NORMAL)
		return;
	buffer_init(&b);
	if (u->n && u->much) {
		if (log_level() >= LOG_VERBOSE)
			missing_symbols_text(u, file, config, &b);
		else
			missing_symbols_brief(u, file, config, &b);
		if (buffer_ok(&b))
			log_note("%.*s", (int)b.size, (const char *)b.data);
	} else if (u->wrong) {
		missing_symbols_line(u, &b);
		if (buffer_ok(&b))
			log_warn("no names in: %.*s; -v says more", (int)b.size, (const char *)b.data);
	}
	buffer_fini(&b);
}
