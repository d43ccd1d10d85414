/*
 * firefox_markers: what happened in a thread beside its samples, for a profile of the Firefox Profiler: kept packed, in
 * some ten bytes each and the texts of a tracepoint's fields, until the thread is written.
 */
#ifndef PREC_REPORT_EXPORT_FIREFOX_MARKERS_H
#define PREC_REPORT_EXPORT_FIREFOX_MARKERS_H

#include "report/export/firefox_tables.h"
#include "report/export/time_markers.h"

struct firefox_marker {
	struct time_marker marker;
	const uint8_t *fields; /* of a tracepoint: a packed size before each text, as many as it has fields */
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

/* Appends the fields of a tracepoint's sample, which were begun, as struct firefox_marker has them. */
void firefox_put_fields(struct time_fields *from, struct buffer *fields);

/* Puts the member "markerSchema". */
void firefox_put_schemas(const struct time_walk *w, struct firefox_tables *t, struct json *j);

/* Adds the names of markers to stringArray, before that is put. 0 or -ENOMEM. */
int firefox_marker_names(struct firefox_tables *t);

/* Puts the member "markers". zero: ns, the time that times count from. */
void firefox_put_markers(const struct firefox_markers *m, const struct time_walk *w, struct firefox_tables *t,
			 struct json *j, uint64_t zero);

#endif
