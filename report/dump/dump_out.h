/*
 * dump_out: text on its way to a stream, built without printf, which would take most of a dump's time.
 *
 * Failure to write is sticky: dump_out_flush returns it.
 */
#ifndef PREC_REPORT_DUMP_DUMP_OUT_H
#define PREC_REPORT_DUMP_DUMP_OUT_H

#include "common/bytes.h"

/* The text of a block of an uncompressed file, mostly: workers then need not wait for each other before its end. */
#define DUMP_OUT_SIZE (1u << 20)

struct dump_out {
	int fd;
	int (*before_write)(void *context); /* NULL: nothing is to be waited for; 0 or a negative errno */
	void *context;
	int error; /* a negative errno, or 0 */
	size_t used;
	char data[DUMP_OUT_SIZE];
};

void dump_out_init(struct dump_out *o, int fd);
/* 0 or a negative errno of any write so far. */
int dump_out_flush(struct dump_out *o);

/* What is too much for the room that is left. */
void dump_out_more(struct dump_out *o, const char *data, size_t size);

/* Room for that many bytes in one piece, at most DUMP_OUT_SIZE; dump_out_end says where what was written there ends. */
static inline char *dump_out_room(struct dump_out *o, size_t size)
{
	if (size > sizeof(o->data) - o->used)
		dump_out_flush(o);
	return o->data + o->used;
}

static inline void dump_out_end(struct dump_out *o, const char *end)
{
	o->used = (size_t)(end - o->data);
}

static inline void dump_out_bytes(struct dump_out *o, const void *data, size_t size)
{
	if (size > sizeof(o->data) - o->used) {
		dump_out_more(o, data, size);
		return;
	}
	memcpy(o->data + o->used, data, size);
	o->used += size;
}

static inline void dump_out_string(struct dump_out *o, const char *s)
{
	dump_out_bytes(o, s, strlen(s));
}

static inline void dump_out_char(struct dump_out *o, char c)
{
	*dump_out_room(o, 1) = c;
	o->used++;
}

void dump_out_decimal(struct dump_out *o, uint64_t v);
/* Two digits a byte. */
void dump_out_hex_bytes(struct dump_out *o, const uint8_t *data, size_t size);

/*
 * Text of a file in quotes, as in JSON: what could end the string or steer a terminal is escaped, and so is a byte
 * that is no UTF-8 (\u00XX of its value).
 */
void dump_out_quoted(struct dump_out *o, const uint8_t *text, size_t size);

#endif
