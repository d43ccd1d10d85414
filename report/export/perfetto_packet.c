#include "report/export/perfetto_packet.h"

#include "report/export/plain_name.h"

enum { TRACE_PACKET = 1 };
enum { PACKET_TIMESTAMP = 8, PACKET_SEQUENCE = 10, PACKET_FLAGS = 13, PACKET_CLOCK = 58 };

void perfetto_output_init(struct perfetto_output *o, FILE *out, uint32_t track_sequence)
{
	*o = (struct perfetto_output){ .out = out, .track_sequence = track_sequence };
	buffer_init(&o->packet);
	buffer_init(&o->plain);
}

void perfetto_output_fini(struct perfetto_output *o)
{
	buffer_fini(&o->packet);
	buffer_fini(&o->plain);
}

size_t perfetto_begin(struct perfetto_output *o, uint32_t sequence, unsigned flags, uint64_t time)
{
	size_t at;

	buffer_clear(&o->packet);
	at = proto_begin(&o->packet, TRACE_PACKET);
	if (time != PERFETTO_NO_TIME)
		proto_put_number(&o->packet, PACKET_TIMESTAMP, time);
	/* Samples have it by default. */
	if (time != PERFETTO_NO_TIME && sequence == o->track_sequence)
		proto_put_number(&o->packet, PACKET_CLOCK, o->clock);
	proto_put_number(&o->packet, PACKET_SEQUENCE, sequence);
	proto_put_nonzero(&o->packet, PACKET_FLAGS, flags);
	return at;
}

void perfetto_end(struct perfetto_output *o, size_t at)
{
	proto_end(&o->packet, at);
	o->failed |= !buffer_ok(&o->packet);
	if (!o->failed)
		fwrite(o->packet.data, 1, o->packet.size, o->out);
}

void perfetto_put_name(struct perfetto_output *o, uint32_t field, const char *name)
{
	const char *plain = plain_name(&o->plain, name);

	o->failed |= !plain;
	proto_put_string(&o->packet, field, plain ? plain : "");
}
