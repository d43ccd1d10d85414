/*
 * perfetto_packet: writes packets of a Perfetto trace, one after the other, and the numbers of fields that several of
 * them have (trace_packet.proto, track_event.proto, track_descriptor.proto).
 *
 *	size_t packet = perfetto_begin(o, sequence, 0, time);
 *
 *	proto_put_number(&o->packet, ...);
 *	perfetto_end(o, packet);
 */
#ifndef PREC_REPORT_EXPORT_PERFETTO_PACKET_H
#define PREC_REPORT_EXPORT_PERFETTO_PACKET_H

#include "report/export/proto_writer.h"

#include <stdbool.h>
#include <stdio.h>

enum { PERFETTO_PACKET_TRACK_EVENT = 11, PERFETTO_PACKET_TRACK_DESCRIPTOR = 60 };
enum { PERFETTO_EVENT_TYPE = 9, PERFETTO_EVENT_TRACK = 11 };
enum { PERFETTO_TRACK_UUID = 1 };
enum { PERFETTO_FLAG_CLEARED = 1, PERFETTO_FLAG_NEEDS_STATE = 2 };

struct perfetto_output {
	FILE *out;
	uint32_t clock;          /* of times */
	uint32_t track_sequence; /* the sequence of packets about tracks; in those of other sequences the clock is
				    implied */
	struct buffer packet, plain;
	bool failed; /* no memory */
};

void perfetto_output_init(struct perfetto_output *o, FILE *out, uint32_t track_sequence);
void perfetto_output_fini(struct perfetto_output *o);

#define PERFETTO_NO_TIME UINT64_MAX

/*
 * Begins a packet of a sequence in o->packet. flags: PERFETTO_FLAG_*. time: ns of the clock, or PERFETTO_NO_TIME.
 * Returns what perfetto_end needs.
 */
size_t perfetto_begin(struct perfetto_output *o, uint32_t sequence, unsigned flags, uint64_t time);

/* Writes the packet. */
void perfetto_end(struct perfetto_output *o, size_t at);

/* Appends a name as a string that is UTF-8. */
void perfetto_put_name(struct perfetto_output *o, uint32_t field, const char *name);

#endif
