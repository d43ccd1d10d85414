/*
 * dump_line: templates of lines that differ only in numbers.
 *
 * A sample begins with numbers at fixed offsets. Lines of samples with the same event, file and misc differ only in
 * these numbers and the size. So the text between them is stored with the first one:
 *
 *	0x5a08000 SAMPLE size=48 mode="kernel" event="cpu-clock": ip=0xffffffff82200809 pid=2410 tid=2410 time=...
 *	         `--- text ---'  `---------------- text ----------------'              `text '  `text '
 *
 * It takes a fifth of the time of formatting each field. What may follow (a callchain, raw data) is formatted field by
 * field. Thread: one at a time.
 */
#ifndef PREC_REPORT_DUMP_DUMP_LINE_H
#define PREC_REPORT_DUMP_DUMP_LINE_H

#include "formats/file/perf_file.h"
#include "formats/record/record.h"
#include "formats/record/sample_fields.h"
#include "report/dump/dump_writer.h"

/* Limit of the text of a line; a longer line gets no template. */
#define DUMP_LINE_TEXT 400

/* The fields at fixed offsets, and the record's size. */
#define DUMP_LINE_NUMBERS (SAMPLE_OFFSETS_MAX + 1)

/* A number, and the size of the text before it. */
struct dump_line_number {
	struct sample_offset offset;
	bool hexadecimal;
	uint16_t text;
};

struct dump_line {
	/* What the samples have in common. */
	const struct file_event *event;
	const struct file_part *part;
	uint16_t misc;
	bool is_open; /* the record has more after these fields */
	bool is_made;
	uint16_t n; /* number of numbers; 0: such samples have no template */
	struct dump_line_number numbers[DUMP_LINE_NUMBERS];
	uint16_t end; /* size of the text after the last number */
	char text[DUMP_LINE_TEXT];
};

/* Slots of a cache; a file needs one for each event and mode. */
#define DUMP_LINES 64

struct dump_lines {
	struct dump_line lines[DUMP_LINES];
	struct dump_out scratch; /* buffer in which templates are made */
};

void dump_lines_init(struct dump_lines *lines);

/*
 * Returns the template for samples like r, valid until a later call reuses its slot. If it is not made yet, the caller
 * makes it. NULL: such records have no template.
 */
struct dump_line *dump_lines_at(struct dump_lines *lines, const struct file_event *e, const struct file_part *part,
				const struct record *r);

/*
 * Writes the line of a record after the head of the entry, up to the end of the entry, or, if it is open, up to the
 * last number.
 */
void dump_line_put(const struct dump_line *line, const struct record *r, struct dump_out *out);

/*
 * Makes a template. Between begin and end the caller writes the entry of a sample, without its head, by .writer, and
 * its size and fields to .sink.
 */
struct dump_line_maker {
	struct dump_writer writer;
	struct field_sink sink;
	struct dump_line *line;
	struct sample_offset offsets[DUMP_LINE_NUMBERS];
	unsigned n_offsets;
	size_t from; /* start of the text before the next number, or after the last */
	size_t to;   /* and its end in an open line */
	bool failed;
};

void dump_line_begin(struct dump_line_maker *m, struct dump_lines *lines, struct dump_line *line,
		     const struct dump_style *style);
void dump_line_end(struct dump_line_maker *m);

#endif
