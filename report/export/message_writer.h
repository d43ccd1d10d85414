/*
 * message_writer: messages of protobuf, in its own encoding or as JSON (protobuf.dev, "ProtoJSON Format").
 *
 *	static const struct message_field samples = { 2, "samples" }, stack_index = { 1, "stackIndex" };
 *
 *	message_list_begin(w, &samples);
 *	message_item_begin(w, &samples);
 *	message_put_number(w, &stack_index, 7);
 *	message_item_end(w);
 *	message_list_end(w);
 *
 * Numbers that are 0 and texts that are empty are left out, as proto3 has it, but for items of lists. JSON goes to its
 * stream, the encoding into a buffer, whose failure is that of the memory.
 */
#ifndef PREC_REPORT_EXPORT_MESSAGE_WRITER_H
#define PREC_REPORT_EXPORT_MESSAGE_WRITER_H

#include "common/buffer.h"
#include "common/json.h"

struct message_field {
	uint32_t number;
	const char *name; /* of JSON: lowerCamelCase */
};

#define MESSAGE_DEPTH_MAX 16

struct message_writer {
	struct json *json;              /* NULL: the encoding */
	struct buffer *b;               /* of the encoding */
	size_t open[MESSAGE_DEPTH_MAX]; /* where messages begin whose length is not known yet */
	unsigned depth;
};

/* A message as a field. */
void message_begin(struct message_writer *w, const struct message_field *field);
void message_end(struct message_writer *w);

/* A repeated field of messages or texts, and its items. */
void message_list_begin(struct message_writer *w, const struct message_field *field);
void message_list_end(struct message_writer *w);
void message_item_begin(struct message_writer *w, const struct message_field *field);
void message_item_end(struct message_writer *w);
void message_item_text(struct message_writer *w, const struct message_field *field, const char *text);

/* A repeated field of numbers, and its items: of up to 32 bits, or of 64, which are texts in JSON. */
void message_numbers_begin(struct message_writer *w, const struct message_field *field);
void message_numbers_end(struct message_writer *w);
void message_item_number(struct message_writer *w, uint32_t value);
void message_item_number64(struct message_writer *w, uint64_t value);

void message_put_number(struct message_writer *w, const struct message_field *field, uint32_t value);
void message_put_number64(struct message_writer *w, const struct message_field *field, uint64_t value);
void message_put_fixed64(struct message_writer *w, const struct message_field *field, uint64_t value);
void message_put_text(struct message_writer *w, const struct message_field *field, const char *text);

/* One of several fields of which one is always there (oneof): written even if it is 0 or empty. */
void message_put_choice64(struct message_writer *w, const struct message_field *field, uint64_t value);
void message_put_choice_text(struct message_writer *w, const struct message_field *field, const char *text);

/* Bytes, in JSON by base64 (RFC 4648); up to MESSAGE_BYTES_MAX. */
#define MESSAGE_BYTES_MAX 64
void message_put_bytes(struct message_writer *w, const struct message_field *field, const uint8_t *data, size_t size);

#endif
