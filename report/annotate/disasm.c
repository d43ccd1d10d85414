#include "report/annotate/disasm.h"

#include "common/list.h"
#include "report/annotate/disasm_packet.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

void disasm_list_fini(struct disasm_list *l)
{
	free(l->list);
	buffer_fini(&l->texts);
	*l = (struct disasm_list){ 0 };
}

/* --- requests ------------------------------------------------------------------------------- */

/* Sends what code has from offset `from` on, as far as it fits. Without code: a question for the name. */
static void ask(struct disasm *d, unsigned seat, const struct disasm_code *code, uint32_t from)
{
	struct disasm_seat *s = &d->seats[seat];
	size_t left = code ? code->size - from : 0, size = left < DISASM_CODE_MAX ? left : DISASM_CODE_MAX;
	struct disasm_packet head = { .type = DISASM_ASK, .serial = ++s->serial, .size = (uint32_t)size };

	if (code) {
		head.address = code->address + from;
		head.machine = code->machine.machine;
		head.flags = (code->machine.is_64 ? DISASM_FLAG_64 : 0) |
			     (code->machine.is_big_endian ? DISASM_FLAG_BIG : 0) |
			     (code->machine.intel ? DISASM_FLAG_INTEL : 0) | (size == left ? DISASM_FLAG_LAST : 0);
		memcpy(d->packet + sizeof(head), code->bytes + from, size);
	}
	memcpy(d->packet, &head, sizeof(head));
	s->sent = (uint32_t)size;
	s->asked = send(d->server.sockets[seat], d->packet, sizeof(head) + size, MSG_NOSIGNAL) > 0;
}

/* --- answers -------------------------------------------------------------------------------- */

enum answer {
	ANSWER_TEXT,
	ANSWER_END,
	ANSWER_DIED,
};

/* The next packet that answers the last request. *ret_size: of what follows the head in d->packet. */
static enum answer receive(struct disasm *d, unsigned seat, struct disasm_packet *ret_head, size_t *ret_size)
{
	const struct disasm_seat *s = &d->seats[seat];

	for (;;) {
		ssize_t n = read(d->server.sockets[seat], d->packet, SOURCE_PACKET_MAX);
		struct source_packet died;

		if (n < 0 && errno == EINTR)
			continue;
		if (n < (ssize_t)sizeof(died))
			return ANSWER_DIED;
		memcpy(&died, d->packet, sizeof(died));
		if (died.type == SOURCE_DIED)
			return ANSWER_DIED;
		memcpy(ret_head, d->packet, sizeof(*ret_head));
		*ret_size = (size_t)n - sizeof(*ret_head);
		if (ret_head->serial == s->serial)
			return ret_head->type == DISASM_TEXT  ? ANSWER_TEXT
			       : ret_head->type == DISASM_END ? ANSWER_END
							      : ANSWER_DIED;
	}
}

static void take_name(struct disasm *d, size_t size)
{
	const char *name = (const char *)d->packet + sizeof(struct disasm_packet);

	if (d->is_known || !size || size > sizeof(d->name) || name[size - 1])
		return;
	memcpy(d->name, name, size);
	d->is_known = true;
}

/* One instruction of a packet, at most `left` bytes of code. False: the packet is damaged. -ENOMEM: buffer_ok. */
static bool take_item(struct disasm_list *l, const struct disasm_item *item, const char *text, uint32_t left)
{
	if (!item->size || item->size > left || item->reference >= DISASM_REFERENCES ||
	    item->length >= DISASM_TEXT_MAX || memchr(text, 0, item->length) ||
	    !list_reserve(&l->list, l->n, &l->capacity, sizeof(*l->list)))
		return false;
	l->list[l->n++] = (struct disasm_instruction){ .offset = l->end,
						       .text = (uint32_t)l->texts.size,
						       .target = item->target,
						       .size = item->size,
						       .reference = item->reference };
	l->end += item->size;
	buffer_append(&l->texts, text, item->length);
	buffer_put_u8(&l->texts, 0);
	return buffer_ok(&l->texts);
}

/* end: of the code that was sent, counted in the function's. */
static bool take_texts(const struct disasm *d, struct disasm_list *l, size_t size, uint32_t end)
{
	const uint8_t *at = d->packet + sizeof(struct disasm_packet);
	struct disasm_item item;

	while (size) {
		size_t length;

		if (size < sizeof(item))
			return false;
		memcpy(&item, at, sizeof(item));
		length = (item.length + 7ul) & ~7ul;
		if (size - sizeof(item) < length || !take_item(l, &item, (const char *)at + sizeof(item), end - l->end))
			return false;
		at += sizeof(item) + length;
		size -= sizeof(item) + length;
	}
	return true;
}

/* The answer to the last request, whose code begins at l->end. True: there is more of the code to ask for. */
static bool take_answer(struct disasm *d, unsigned seat, const struct disasm_code *code, struct disasm_list *l)
{
	struct disasm_seat *s = &d->seats[seat];
	uint32_t begin = l->end, end = l->end + s->sent;
	struct disasm_packet head;
	size_t size;

	for (;;) {
		enum answer answer = receive(d, seat, &head, &size);

		if (answer == ANSWER_TEXT && take_texts(d, l, size, end))
			continue;
		s->asked = false;
		if (answer != ANSWER_END) {
			d->n_died++;
			return false;
		}
		take_name(d, size);
		if (!(head.flags & DISASM_FLAG_KNOWN))
			d->unknown = d->is_known && *d->name ? code->machine.machine : d->unknown;
		return l->end > begin && l->end < code->size;
	}
}

/* --- from outside --------------------------------------------------------------------------- */

int disasm_start(struct disasm *d, unsigned n, const struct disasm_worker_options *options)
{
	int result;

	*d = (struct disasm){ .options = *options };
	d->packet = malloc(SOURCE_PACKET_MAX);
	if (!d->packet)
		return -ENOMEM;
	result = source_server_start(&d->server, n < DISASM_SEATS_MAX ? n : DISASM_SEATS_MAX, disasm_worker_run,
				     &d->options);
	if (!result && !options->is_lazy)
		ask(d, 0, NULL, 0);
	return result;
}

void disasm_stop(struct disasm *d)
{
	source_server_stop(&d->server);
	free(d->packet);
	*d = (struct disasm){ 0 };
}

unsigned disasm_seats(const struct disasm *d)
{
	return d->server.n;
}

const char *disasm_name(struct disasm *d)
{
	struct disasm_packet head;
	size_t size;

	if (d->is_known || !disasm_seats(d) || (!d->seats[0].asked && !d->options.is_lazy))
		return d->name;
	if (!d->seats[0].asked)
		ask(d, 0, NULL, 0);
	if (receive(d, 0, &head, &size) == ANSWER_END)
		take_name(d, size);
	d->seats[0].asked = false;
	return d->name;
}

void disasm_begin(struct disasm *d, unsigned seat, const struct disasm_code *code)
{
	disasm_name(d);
	if (code->size && *d->name)
		ask(d, seat, code, 0);
}

int disasm_finish(struct disasm *d, unsigned seat, const struct disasm_code *code, struct disasm_list *ret)
{
	buffer_fini(&ret->texts);
	buffer_init(&ret->texts);
	ret->n = ret->end = 0;
	while (d->seats[seat].asked)
		if (take_answer(d, seat, code, ret))
			ask(d, seat, code, ret->end);
	return buffer_ok(&ret->texts) ? 0 : -ENOMEM;
}
