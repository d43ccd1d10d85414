/*
 * dump_writer: writes named values (formats/record/field.h) as text or JSON.
 *
 * An entry is a record, an event or a feature. It begins with the arguments of dump_style.begin, then come its fields.
 *
 *	0x1e0 SAMPLE size=56 mode=kernel event="cpu-clock" ip=0xffffffff81000010 pid=1 ... callchain=[kernel 0xff... ]
 *	{"kind":"record","offset":480,"type":"SAMPLE","size":56,"mode":"kernel",...}
 *
 * A new format is one struct dump_style.
 */
#ifndef PREC_REPORT_DUMP_DUMP_WRITER_H
#define PREC_REPORT_DUMP_DUMP_WRITER_H

#include "common/bytes.h"
#include "formats/record/field.h"

/* --- the output buffer ---------------------------------------------------------
 *
 * Formats text without printf, which would take most of a dump's time. A failed write is sticky: dump_out_flush
 * returns it.
 */

/* Usually enough for the text of a block, so that workers wait for each other only at its end. */
#define DUMP_OUT_SIZE (1u << 20)

struct dump_out {
	int fd;
	/* Waits for the worker's turn before a write. 0 or a negative errno. May be NULL. */
	int (*before_write)(void *context);
	void *context;
	int error; /* a negative errno, or 0 */
	size_t used;
	char data[DUMP_OUT_SIZE];
};

void dump_out_init(struct dump_out *o, int fd);
/* Writes the buffer. 0, or the negative errno of the first failed write. */
int dump_out_flush(struct dump_out *o);

/* Appends what is larger than the free space. */
void dump_out_more(struct dump_out *o, const char *data, size_t size);

/* Returns space for size bytes, at most DUMP_OUT_SIZE. dump_out_end says where the text ends that was written there. */
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
/* Appends two hexadecimal digits a byte. */
void dump_out_hex_bytes(struct dump_out *o, const uint8_t *data, size_t size);

/*
 * Appends text of a file in quotes, as in JSON. Escapes what could end the string or control a terminal, and bytes that
 * are not UTF-8 (\u00XX).
 */
void dump_out_quoted(struct dump_out *o, const uint8_t *text, size_t size);

struct dump_style;

struct dump_writer {
	struct dump_out *out;
	const struct dump_style *style;
	struct field_sink sink; /* where decoders put fields */
	bool hex;               /* --hex: write bytes, not only their number */
	bool is_first;          /* the next field is the first of its group or list */
};

/* The characters around the parts of a field; 0: none. */
struct dump_style {
	char separator; /* between fields, and between the items of a list */
	char assign;    /* after a name */
	char quote;     /* around everything but numbers: names, words, addresses, hexadecimal bytes */
	char flags_begin, flags_between, flags_end, flags_none;
	/*
	 * Begins an entry of a kind ("record", "event" ...). where: its offset in the file; inner: its offset in the
	 * decompressed block there.
	 */
	void (*begin)(struct dump_writer *w, const char *kind, const char *type, uint64_t where, uint64_t inner);
	/* Begins the contents of the entry; the fields before describe the entry itself. false: ends the contents. */
	void (*fields)(struct dump_writer *w, bool begin);
	/* Writes the value of a FIELD_BYTES. */
	void (*blob)(const struct dump_writer *w, const uint8_t *data, size_t size);
	/* Writes all bytes of an entry, with --hex. */
	void (*bytes)(struct dump_writer *w, const uint8_t *data, size_t size);
	void (*end)(struct dump_writer *w);
};

/* No offset; not in a compressed block. */
#define DUMP_NO_OFFSET UINT64_MAX
#define DUMP_NO_INNER  UINT64_MAX

void dump_writer_init(struct dump_writer *w, struct dump_out *out, const struct dump_style *style, bool hex);

/* Writes a field in the writer's style. The put of a field_sink. */
void dump_put(void *writer, const struct field *field);
void dump_put_hex_bytes(const struct dump_writer *w, const uint8_t *data, size_t size);

/*
 * Words of tables (names of fields, bits, types) are copied without a check of space: they are much shorter than this,
 * and would be cut.
 */
#define DUMP_WORD_MAX  64
#define DUMP_BEGIN_MAX (10 * DUMP_WORD_MAX)

static inline char *dump_word(char *p, const char *word)
{
	for (unsigned i = 0; i < DUMP_WORD_MAX && word[i]; i++)
		*p++ = word[i];
	return p;
}

/* Text for people: one line a record. */
extern const struct dump_style dump_text_style;

/* JSON for programs: one object a line. prec-dump(1) describes it: change both together. */
extern const struct dump_style dump_json_style;

#endif
