#include "report/print/print_view.h"

#include "common/clock_ns.h"
#include "common/text.h"
#include "formats/file/file_facts.h"
#include "report/stream/time_ranges.h"
#include "report/terminal/fit.h"

#include <inttypes.h>
#include <sys/utsname.h>

#define NANOSECONDS_MS 1e6

/* Appends a duration: " 1.234 ms", " 12.3 s". */
static void put_duration(struct buffer *b, uint64_t nanoseconds)
{
	double t = (double)nanoseconds;

	if (t < (double)NS_PER_S)
		text_printf(b, t < NANOSECONDS_MS ? " %.3f ms" : " %.0f ms", t / NANOSECONDS_MS);
	else
		text_printf(b, t < 100 * (double)NS_PER_S ? " %.1f s" : " %.0f s", t / (double)NS_PER_S);
}

/* Returns the time from the first to the last sample, by the SAMPLE_TIME feature or the counted samples, in ns. */
static uint64_t duration_of(const struct perf_file *file, const struct rows *r)
{
	uint64_t first, last;

	sample_times(file, &first, &last);
	if (last)
		return last - first;
	return r && file->timed && r->counted.last > r->counted.first ? r->counted.last - r->counted.first : 0;
}

/* Appends a number in groups of three digits: "31 999". */
static void put_grouped(struct buffer *b, uint64_t n)
{
	char digits[TEXT_NUMBER + 1];
	size_t size = (size_t)(text_u64(digits, n, 0, ' ') - digits);

	for (size_t i = 0; i < size; i++) {
		if (i && (size - i) % 3 == 0)
			buffer_append(b, " ", 1);
		buffer_append(b, &digits[i], 1);
	}
}

static void put_recording(struct buffer *b, const struct perf_file *file, const struct rows *r, const char *name)
{
	uint64_t duration = duration_of(file, r);
	uint32_t cpus = file_cpus(file);
	char host[FILE_HOST_MAX];

	file_hostname(file, host);
	text_message(b, "%s:", strcmp(name, "-") ? name : "standard input");
	if (duration)
		put_duration(b, duration);
	if (*host)
		text_message(b, " on host \"%s\"", host);
	if (cpus)
		text_printf(b, "%s %" PRIu32 " CPU%s", *host || duration ? "," : "", cpus, cpus == 1 ? "" : "s");
	text_put(b, duration || *host || cpus ? "." : "");
}

static void put_samples(struct buffer *b, const struct rows *r, uint32_t event)
{
	uint64_t n = rows_group_total(r, event).count;
	char text[EVENT_GROUP_TEXT_MAX];

	put_grouped(b, n);
	text_message(b, " sample%s of %s", n == 1 ? "" : "s", rows_event_text(r, event, text));
}

/* Returns how many events have samples. */
static uint32_t events_with_samples(const struct rows *r)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < r->analysis->file->n_events; i++)
		n += r->analysis->event_samples[i] != 0;
	return n;
}

/* Returns how many events or groups have rows. *ret_event: the last of them, or its leader. */
static uint32_t reports_with_samples(const struct rows *r, uint32_t *ret_event)
{
	uint32_t n = 0;

	*ret_event = 0;
	for (uint32_t i = 0; i < r->analysis->file->n_events; i++) {
		if (event_group_member(r->options->groups, i) || !rows_has_samples(r, i))
			continue;
		*ret_event = i;
		n++;
	}
	return n;
}

static void put_counts(struct buffer *b, const struct rows *r)
{
	const struct scan_counts *counts = &r->analysis->counts;
	/* Both kinds of records may tell of the same loss, and LOST may miss the last one: the larger sum is right. */
	uint64_t lost = counts->lost > counts->lost_samples ? counts->lost : counts->lost_samples;
	uint64_t taken = rows_samples(r);
	uint32_t event;

	if (reports_with_samples(r, &event) <= 1) {
		put_samples(b, r, event);
	} else {
		put_grouped(b, taken);
		text_printf(b, " samples of %" PRIu32 " events", events_with_samples(r));
	}
	if (lost) {
		text_put(b, ", ");
		put_grouped(b, lost);
		text_printf(b, " lost (%.0f %%).", percent_of(lost, lost + taken));
	} else {
		text_put(b, ", none lost.");
	}
}

/* Prints that many names are missing, and on which machine the file was recorded. */
static void print_where_names_are(FILE *out, const struct rows *r, const struct missing_symbols *u)
{
	char host[FILE_HOST_MAX];
	struct utsname uts;
	struct buffer b;

	buffer_init(&b);
	file_hostname(r->analysis->file, host);
	if (*host && !uname(&uts) && strcmp(host, uts.nodename) != 0)
		text_message(&b, "  Recorded on \"%s\"; this machine is \"%s\".\n", host, uts.nodename);
	text_printf(&b, "  %.1f %% of the samples have no names; see the end.\n", u->percent);
	fwrite(b.data, 1, b.size, out);
	buffer_fini(&b);
}

void print_view_file(FILE *out, const struct perf_file *file, const char *name)
{
	struct buffer b;

	buffer_init(&b);
	put_recording(&b, file, NULL, name);
	if (b.size && b.data[b.size - 1] == '.')
		fprintf(out, "  %.*s\n\n", (int)b.size, (const char *)b.data);
	buffer_fini(&b);
}

void print_view_head(FILE *out, const struct rows *r, const char *name, const struct missing_symbols *u,
		     unsigned columns)
{
	struct buffer recording, counts;

	buffer_init(&recording);
	buffer_init(&counts);
	put_recording(&recording, r->analysis->file, r, name);
	put_counts(&counts, r);
	buffer_append(&recording, "", 1);
	buffer_append(&counts, "", 1);
	if (buffer_ok(&recording) && buffer_ok(&counts)) {
		const char *first = (const char *)recording.data, *second = (const char *)counts.data;
		bool fits = 4 + line_cut_width(first) + line_cut_width(second) <= columns;

		fprintf(out, "  %s%s  %s\n", first, fits ? "" : "\n", second);
	}
	if (u->much)
		print_where_names_are(out, r, u);
	if (chain_ends_are_broken(&r->counted.ends))
		fputs("  Most call chains break off or lead nowhere; see the end.\n", out);
	buffer_fini(&recording);
	buffer_fini(&counts);
}

void print_view_event(FILE *out, const struct rows *r, uint32_t event)
{
	struct buffer b;
	uint32_t last;

	if (reports_with_samples(r, &last) < 2)
		return;
	buffer_init(&b);
	put_samples(&b, r, event);
	fprintf(out, "  %.*s\n", (int)b.size, (const char *)b.data);
	buffer_fini(&b);
}

void print_view_more(FILE *out, uint32_t hidden, double limit)
{
	struct buffer b;

	if (!hidden)
		return;
	buffer_init(&b);
	put_grouped(&b, hidden);
	fprintf(out, "\n  %.*s more row%s below %.2f %%: --percent-limit 0 shows them.\n", (int)b.size,
		(const char *)b.data, hidden == 1 ? "" : "s", limit);
	buffer_fini(&b);
}

/* Prints an explanation, indented by two columns as rows are. */
static void print_explanation(FILE *out, const struct buffer *b)
{
	if (!buffer_ok(b))
		return;
	fputs("\n  ", out);
	for (size_t i = 0; i < b->size; i++) {
		fputc(b->data[i], out);
		if (b->data[i] == '\n')
			fputs("  ", out);
	}
	fputc('\n', out);
}

void print_view_missing_symbols(FILE *out, const struct missing_symbols *u, const struct perf_file *file,
				const struct symbols_config *config)
{
	struct buffer b;

	if (!u->n || (!u->much && u->percent < MISSING_SYMBOLS_LEAST && !u->wrong))
		return;
	buffer_init(&b);
	if (u->much) {
		missing_symbols_text(u, file, config, &b);
	} else {
		text_put(&b, "No names in: ");
		missing_symbols_line(u, &b);
		text_put(&b, ".");
	}
	print_explanation(out, &b);
	buffer_fini(&b);
}

void print_view_chains(FILE *out, const struct chain_ends *e)
{
	struct buffer b;

	if (!chain_ends_are_broken(e))
		return;
	buffer_init(&b);
	chain_ends_text(e, &b);
	print_explanation(out, &b);
	buffer_fini(&b);
}
