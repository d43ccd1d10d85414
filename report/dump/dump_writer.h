/*
 * dump_writer: writes named values (formats/record/field.h) in a style: as lines of text (report/dump/dump_text.h), or
 * of JSON (report/dump/dump_json.h).
 *
 * What is written in one go is an entry: a record, an event, a feature. Its first line begins with what dump_begin is
 * given, then come its fields.
 *
 *	0x1e0 SAMPLE size=56 mode=kernel event="cpu-clock" ip=0xffffffff81000010 pid=1 ... callchain=[kernel 0xff... ]
 *	{"kind":"record","offset":480,"type":"SAMPLE","size":56,"mode":"kernel",...}
 *
 * A new way of writing is a struct dump_style and nothing else.
 */
#ifndef PREC_REPORT_DUMP_DUMP_WRITER_H
#define PREC_REPORT_DUMP_DUMP_WRITER_H

#include "formats/record/field.h"
#include "report/dump/dump_out.h"

struct dump_style;

struct dump_writer {
	struct dump_out *out;
	const struct dump_style *style;
	struct field_sink sink; /* for decoders */
	bool hex;               /* bytes are written, not only counted */
	bool first;             /* nothing stands before the next field of its group or list */
};

/* What stands around the parts of a field; 0 where nothing does. */
struct dump_style {
	char separator; /* between fields, and between the items of a list */
	char assign;    /* after a name */
	char quote;     /* around all that is not a number: names, words, addresses, bytes in hexadecimal */
	char flags_begin, flags_between, flags_end, flags_none;
	/* An entry of a kind ("record", "event" ...). where: its offset; inner: within what is decompressed there. */
	void (*begin)(struct dump_writer *w, const char *kind, const char *type, uint64_t where, uint64_t inner);
	/* What describes the entry comes before, what it holds after this; called with false it ends that. */
	void (*fields)(struct dump_writer *w, bool begin);
	/* The value of a FIELD_BYTES. */
	void (*blob)(const struct dump_writer *w, const uint8_t *data, size_t size);
	/* All the bytes of an entry, with --hex. */
	void (*bytes)(struct dump_writer *w, const uint8_t *data, size_t size);
	void (*end)(struct dump_writer *w);
};

/* An entry that has no offset, a record that is not compressed. */
#define DUMP_NO_OFFSET UINT64_MAX
#define DUMP_NO_INNER  UINT64_MAX

void dump_writer_init(struct dump_writer *w, struct dump_out *out, const struct dump_style *style, bool hex);

/* A field_sink's put: the field in the writer's style. */
void dump_put(void *writer, const struct field *field);
void dump_put_hex_bytes(const struct dump_writer *w, const uint8_t *data, size_t size);

/*
 * Words of tables (names of fields, of bits, of types) are copied without asking for room: they are shorter than this
 * by far, and would be cut.
 */
#define DUMP_WORD_MAX  64
#define DUMP_BEGIN_MAX (10 * DUMP_WORD_MAX)

static inline char *dump_word(char *p, const char *word)
{
	for (unsigned i = 0; i < DUMP_WORD_MAX && word[i]; i++)
		*p++ = word[i];
	return p;
}

#endif
