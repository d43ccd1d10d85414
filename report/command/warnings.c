#include "report/command/warnings.h"

#include "common/log.h"
#include "common/text.h"
#include "formats/file/perf_file.h"

#include <errno.h>
#include <inttypes.h>

void warn_of_file(const struct perf_file *file, const char *name)
{
	const struct error *damage = &file->damages.list[0];
	struct offset_text offset;

	if (damage->offset == ERROR_NO_OFFSET)
		log_warn("%s: %s%s", name, damage->message, file->damages.n > 1 ? " (and more)" : "");
	else
		log_warn("%s: at %s: %s", name, offset_text(&offset, file, damage->offset), damage->message);
}

/* Something is cut off. */
static bool damage_is_end(const struct error *damage)
{
	return damage->code == -ENODATA && damage->offset != ERROR_NO_OFFSET;
}

static void warn_of_lost(const struct analysis *a, const char *name)
{
	uint64_t lost = a->counts.lost;

	log_warn("%s: %" PRIu64 " records (%.1f %%) were lost while recording, so shares may be wrong; larger buffers "
		 "(prec record -m 4M) or fewer samples (-F, -c) help",
		 name, lost, percent_of(lost, lost + analysis_samples(a)));
}

bool warnings_log(const struct analysis *a, const char *name)
{
	const struct perf_file *file = a->file;
	bool damaged = false;
	struct offset_text offset;

	if (file->unfinished)
		log_note("%s: the recorder was stopped before it finished; shown is what it had written", name);
	if (file->damages.n && !file->unfinished) {
		/* What ended the first walk over the records ended the scan too, which says where. */
		if (!a->damage.n ||
		    (!file->pipe && !(damage_is_end(&file->damages.list[0]) && damage_is_end(&a->damage.first))))
			warn_of_file(file, name);
		damaged = damaged || !file->pipe || !a->damage.n;
	}
	if (a->damage.n) {
		/* The last write of a recorder that was killed may be cut off; that is no damage. */
		if (file->unfinished && a->damage.first.code == -ENODATA)
			log_verbose("%s: at %s: %s", name, offset_text(&offset, file, a->damage.first.offset),
				    a->damage.first.message);
		else
			log_warn("%s: at %s: %s%s", name, offset_text(&offset, file, a->damage.first.offset),
				 a->damage.first.message, a->damage.n > 1 ? " (and more like it)" : "");
		damaged = damaged || !file->unfinished || a->damage.first.code != -ENODATA;
	}
	if (a->counts.bad_records) {
		log_warn("%s: %" PRIu64 " damaged records are left out; the first at %s: %s", name,
			 a->counts.bad_records, offset_text(&offset, file, a->counts.first_bad.offset),
			 a->counts.first_bad.message);
		damaged = true;
	}
	if (a->counts.unknown_events)
		log_warn("%s: %" PRIu64 " samples are of no event the file names, and are left out", name,
			 a->counts.unknown_events);
	if (a->counts.other_types)
		log_note("%s: %" PRIu64 " records are of types not known here, and are passed over", name,
			 a->counts.other_types);
	if (a->counts.lost)
		warn_of_lost(a, name);
	return damaged;
}

/* Where the names of a dso are from, if it has some. */
static void log_source(const struct locator *locator, uint32_t dso)
{
	const struct dso *d = &locator->timeline->dsos.list[dso];
	const char *source = dso_symbols_source(locator->by_dso[dso]);
	const char *path = strtab_get(locator->strings, d->path);

	if (source)
		log_verbose("symbols of %s: from %s", *path == '/' ? path : strtab_get(locator->strings, d->name),
			    source);
}

static void log_doubt(const struct locator *locator, uint32_t dso)
{
	const char *path = strtab_get(locator->strings, locator->timeline->dsos.list[dso].path);

	switch (dso_symbols_doubt(locator->by_dso[dso])) {
	case DSO_DOUBT_NONE: break;
	case DSO_DOUBT_COPY:
		log_note("%s is not the file that was recorded; its names are from the copy that recording kept", path);
		break;
	case DSO_DOUBT_FILE:
		log_warn("%s has no build-id, and its contents, rights or names were changed after the recording; its "
			 "functions may not be those that ran",
			 path);
		break;
	}
}

static void log_symbols(const struct locator *locator)
{
	struct error foreign = ERROR_INIT;
	uint32_t n_foreign = 0;

	for (uint32_t i = 0; i < locator->timeline->dsos.n; i++) {
		struct error why = ERROR_INIT;

		if (!locator->by_dso[i])
			continue;
		if (locator->has_code[i])
			log_doubt(locator, i);
		switch (dso_symbols_status(locator->by_dso[i], &why)) {
		case DSO_SYMBOLS_FOREIGN:
			if (!n_foreign++)
				foreign = why;
			else
				log_verbose("%s", why.message);
			break;
		case DSO_SYMBOLS_BAD:
			if (locator->has_code[i])
				log_warn("%s", why.message);
			break;
		case DSO_SYMBOLS_MISSING:
			if (why.code == -ETIMEDOUT && locator->has_code[i])
				log_warn("%s: its functions have no names", why.message);
			else
				log_verbose("%s", why.message);
			break;
		case DSO_SYMBOLS_MISMATCH:
		case DSO_SYMBOLS_RESTRICTED:
		case DSO_SYMBOLS_STRIPPED: log_verbose("%s", why.message); break;
		default: log_source(locator, i); break;
		}
	}
	/* Of a machine full of JITs there are many, and what is to be done is the same for all. */
	if (n_foreign > 1)
		log_warn("%s (and %" PRIu32 " more like it)", foreign.message, n_foreign - 1);
	else if (n_foreign)
		log_warn("%s", foreign.message);
}

void warnings_of_symbols(const struct symbolizer *s)
{
	if (s->bundled && s->bundled->damage.code)
		log_warn("%s", s->bundled->damage.message);
	if (s->embedded.damage.code)
		log_warn("%s", s->embedded.damage.message);
	log_symbols(&s->resolver.locator);
	if (s->resolver.locator.symbols && symbols_shortage(s->resolver.locator.symbols))
		log_warn("not all files could be opened (%s): names are missing, of files that are here, too",
			 strerror(symbols_shortage(s->resolver.locator.symbols)));
}

/* --- user stacks --------------------------------------------------------------------- */

/* What the user can do about stacks that end so; "" where there is nothing. */
static const char *stack_advice(enum unwind_end end)
{
	switch (end) {
	case UNWIND_STACK_CUT: return " (--call-graph dwarf,65528 copies as much of it as the kernel can)";
	case UNWIND_NO_FILE: return " (--symfs DIR finds the recorded files below DIR)";
	default: return "";
	}
}

/* The cause of most. */
static enum unwind_end stack_main_cause(const struct unwind_counts *counts)
{
	enum unwind_end most = UNWIND_STACK_CUT;

	for (unsigned end = 0; end < UNWIND_ENDS; end++)
		if (unwind_end_is_early(end) && counts->ends[end] > counts->ends[most])
			most = end;
	return most;
}

/* Says how callers were found where there is no call frame information. */
static void stack_ways(const struct unwind_counts *counts)
{
	static const char *const texts[] = {
		[UNWIND_BY_CODE] = "the instructions of the function",
		[UNWIND_BY_CALL] = "a call of the function",
		[UNWIND_BY_SEARCH] = "a return address that leads to the thread's start",
	};

	for (unsigned way = 0; way < UNWIND_WAYS; way++)
		if (counts->by[way])
			log_verbose("%" PRIu64 " callers were found by %s", counts->by[way], texts[way]);
}

void warnings_of_stacks(struct unwind_counts *counts, const struct symbolizer *s, const char *name)
{
	uint64_t early = unwind_counts_early(counts);
	const struct locator *locator = &s->resolver.locator;
	enum unwind_end cause = stack_main_cause(counts);

	stack_ways(counts);
	if (!early)
		return;
	log_note("%s: of %" PRIu64 " user stacks %" PRIu64
		 " (%.1f %%) end before their outermost function; of these %" PRIu64 ": %s%s; -v says where",
		 name, counts->n, early, percent_of(early, counts->n), counts->ends[cause], unwind_end_text(cause),
		 stack_advice(cause));
	unwind_counts_sort(counts);
	for (uint32_t i = 0; i < counts->n_list; i++) {
		const struct unwind_count *c = &counts->list[i];

		log_verbose("%" PRIu64 " user stacks end in %s: %s", c->n,
			    c->dso == DSO_NONE
				    ? "no mapping"
				    : strtab_get(locator->strings, locator->timeline->dsos.list[c->dso].path),
			    unwind_end_text(c->end));
	}
}

void warnings_of_deferred(const struct deferred_counts *counts, const char *name)
{
	if (counts->missing)
		log_note("%s: of %" PRIu64 " callchains whose user part was to be recorded later, that of %" PRIu64
			 " (%.1f %%) never was: they show the kernel's part alone",
			 name, counts->n, counts->missing, percent_of(counts->missing, counts->n));
}
