#include "report/command/browse_about.h"

#include "report/header/print_header.h"
#include "report/print/print_view.h"

#include <inttypes.h>
#include <stdlib.h>

static void put_lost(FILE *out, const struct report *r)
{
	const struct scan_counts *counts = &r->reader.profile.analysis.counts;

	if (!counts->lost && !counts->lost_samples)
		fputs("\n  No sample was lost.\n", out);
	else
		fprintf(out,
			"\n  Lost: %" PRIu64 " samples, by the records of losses; %" PRIu64
			" by the events' own counts.\n",
			counts->lost, counts->lost_samples);
	if (r->reader.damaged)
		fputs("\n  Parts of the file are damaged and were not read: see prec dump --validate.\n", out);
	if (r->reader.file->unfinished)
		fputs("\n  The recording did not finish.\n", out);
}

static void put_missing(FILE *out, const struct report *r, const struct missing_symbols *missing)
{
	if (missing->n)
		print_view_missing_symbols(out, missing, r->reader.file, &r->options.reader.symbols);
	else
		fputs("\n  All functions have names.\n", out);
	print_view_chains(out, &r->rows.counted.ends);
	put_lost(out, r);
}

char *browse_about_text(const struct report *r, const struct missing_symbols *missing, enum browse_text what,
			struct error *err)
{
	char *made = NULL;
	size_t size;
	FILE *out = open_memstream(&made, &size);

	if (!out) {
		error_nomem(err);
		return NULL;
	}
	if (what == BROWSE_TEXT_HEADER)
		print_header(out, r->reader.file, r->options.reader.show_info);
	else
		put_missing(out, r, missing);
	if (!fclose(out))
		return made;
	free(made);
	error_nomem(err);
	return NULL;
}
