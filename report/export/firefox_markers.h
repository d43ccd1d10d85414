/*
 * firefox_markers: what happened in a thread beside its samples, for a profile of the Firefox Profiler: kept packed, in
 * some ten bytes each and the texts of a tracepoint's fields, until the thread is written.
 */
#ifndef PREC_REPORT_EXPORT_FIREFOX_MARKERS_H
#define PREC_REPORT_EXPORT_FIREFOX_MARKERS_H

#include "report/export/firefox_tables.h"
#include "report/export/time_walk.h"

enum firefox_marker_kind {
	FIREFOX_ON_CPU,     /* value: 2 * the CPU, and 1 if it was preempted in the end */
	FIREFOX_OFF_CPU,    /* with the stack that it waited in */
	FIREFOX_RENAMED,    /* value: the comm, a string id of the profile's */
	FIREFOX_EXEC,       /* likewise */
	FIREFOX_LOST,       /* value: how many records */
	FIREFOX_TRACEPOINT, /* value: the event; fields */
	FIREFOX_N_MARKERS,
};

struct firefox_marker {
	enum firefox_marker_kind kind;
	uint64_t start, end; /* ns of the recording's clock; equal but for the first two kinds */
	uint64_t value;
	uint32_t stack;        /* of the export; 0: none */
	const uint8_t *fields; /* a packed size before each text, as many as the tracepoint has fields */
	size_t fields_size;
};

struct firefox_markers {
	struct buffer packed;
	uint32_t n;
	uint64_t start; /* of the last one */
};

/* Appends a marker. Without memory the buffer fails. */
void firefox_marker_add(struct firefox_markers *m, const struct firefox_marker *marker);

/* Reads the next one of those that were appended. *marker: the one before, at first all zero; then it. */
void firefox_marker_next(const uint8_t **at, struct firefox_marker *marker);

/* Appends the fields of a tracepoint's sample, as struct firefox_marker has them. */
void firefox_put_fields(const struct time_walk *w, const struct time_item *item, struct buffer *text,
			struct buffer *fields);

/* Puts the member "markerSchema". */
void firefox_put_schemas(const struct time_walk *w, struct firefox_tables *t, struct json *j);

/* Adds the names of markers to stringArray, before that is put. 0 or -ENOMEM. */
int firefox_marker_names(struct firefox_tables *t);

/* Puts the member "markers". zero: ns, the time that times count from. */
void firefox_put_markers(const struct firefox_markers *m, const struct time_walk *w, struct firefox_tables *t,
			 struct json *j, uint64_t zero);

#endif
