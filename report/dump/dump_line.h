/*
 * dump_line: lines that differ in numbers alone, as far as they do.
 *
 * The fields a sample begins with are numbers at fixed places. Of samples that have their event, their file and their
 * misc in common, all but these numbers and the size is the same text, which is kept from the first of them on:
 *
 *	0x5a08000 SAMPLE size=48 mode="kernel" event="cpu-clock": ip=0xffffffff82200809 pid=2410 tid=2410 time=...
 *	         `--- text ---'  `---------------- text ----------------'              `text '  `text '
 *
 * It takes a fifth of the time that putting one field after the other does. What may follow (a callchain, raw data) is
 * put as ever. One thread.
 */
#ifndef PREC_REPORT_DUMP_DUMP_LINE_H
#define PREC_REPORT_DUMP_DUMP_LINE_H

#include "formats/file/perf_file.h"
#include "formats/record/record.h"
#include "formats/record/sample_fields.h"
#include "report/dump/dump_writer.h"

/* More than this is not kept. */
#define DUMP_LINE_TEXT 400

/* The fields at their places, and the record's size. */
#define DUMP_LINE_NUMBERS (SAMPLE_PLACES_MAX + 1)

/* A number, and how much text stands before it. */
struct dump_line_number {
	struct sample_place place;
	bool hexadecimal;
	uint16_t text;
};

struct dump_line {
	/* What the samples have in common. */
	const struct file_event *event;
	const struct file_part *part;
	uint16_t misc;
	bool open; /* more follows in the record */
	bool made;
	uint16_t n; /* numbers; 0: there is no line for such samples */
	struct dump_line_number numbers[DUMP_LINE_NUMBERS];
	uint16_t end; /* how much text stands after the last number */
	char text[DUMP_LINE_TEXT];
};

/* A file needs one for each event and mode. */
#define DUMP_LINES 64

struct dump_lines {
	struct dump_line lines[DUMP_LINES];
	struct dump_out scratch; /* where they are made */
};

void dump_lines_init(struct dump_lines *lines);

/*
 * The line for samples like r; if it is not made yet, that is up to the caller. It stays until another one takes its
 * place in a later call. NULL: the record is none of which there could be one.
 */
struct dump_line *dump_lines_at(struct dump_lines *lines, const struct file_event *e, const struct file_part *part,
				const struct record *r);

/* The record's line after its beginning, to the end of the entry or, if it is open, of the last number. */
void dump_line_put(const struct dump_line *line, const struct record *r, struct dump_out *out);

/*
 * Makes a line: between begin and end one of its samples is put by the writer in here, but for the entry's beginning,
 * and with its size and its fields going into the sink in here.
 */
struct dump_line_maker {
	struct dump_writer writer;
	struct field_sink sink;
	struct dump_line *line;
	struct sample_place places[DUMP_LINE_NUMBERS];
	unsigned n_places;
	size_t from; /* where the text begins that stands before the next number, or after the last */
	size_t to;   /* and where that ends in an open line */
	bool failed;
};

void dump_line_begin(struct dump_line_maker *m, struct dump_lines *lines, struct dump_line *line,
		     const struct dump_style *style);
void dump_line_end(struct dump_line_maker *m);

#endif
