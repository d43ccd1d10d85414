#include "report/source/source_channel.h"

#include "report/source/source_kept.h"
#include "report/source/source_window.h"

#include <errno.h>
#include <limits.h>
#include <sys/socket.h>
#include <unistd.h>

void source_channel_init(struct source_channel *c, int socket)
{
	*c = (struct source_channel){ .socket = socket, .generation = 1 };
	pthread_mutex_init(&c->lock, NULL);
	buffer_init(&c->answer);
}

void source_channel_fini(struct source_channel *c)
{
	pthread_mutex_destroy(&c->lock);
	buffer_fini(&c->answer);
}

static bool channel_send(struct source_channel *c, const struct source_packet *head, const void *data, size_t size)
{
	char packet[SOURCE_PACKET_MAX];
	struct source_packet full = *head;

	if (size > sizeof(packet) - sizeof(full))
		return false;
	full.serial = ++c->serial;
	memcpy(packet, &full, sizeof(full));
	if (size)
		memcpy(packet + sizeof(full), data, size);
	return send(c->socket, packet, sizeof(full) + size, MSG_NOSIGNAL) == (ssize_t)(sizeof(full) + size);
}

static void take_other(const struct source_taker *taker, const char *path, size_t size, bool missing)
{
	if (size && !path[size - 1])
		taker->other(taker->context, path, missing);
}

/*
 * Reads up to the next END of the current request. SOURCE_YES or SOURCE_NO: *ret_end is its packet, c->answer the bytes
 * before it.
 */
static enum source_answer channel_receive(struct source_channel *c, const struct source_taker *taker,
					  struct source_progress *p, struct source_packet *ret_end)
{
	char packet[SOURCE_PACKET_MAX];
	struct source_packet head;
	ssize_t n;

	buffer_clear(&c->answer);
	p->is_known = false;
	for (;;) {
		n = read(c->socket, packet, sizeof(packet));
		if (n < 0 && errno == EINTR)
			continue;
		if (n < (ssize_t)sizeof(head))
			return SOURCE_GONE;
		memcpy(&head, packet, sizeof(head));
		if (head.type == SOURCE_DIED) {
			c->generation++;
			c->code = head.a ? (int)head.a : c->code;
			return head.a ? SOURCE_GONE : SOURCE_ENDED;
		}
		if (head.serial != c->serial)
			continue;
		*ret_end = head;
		if (head.type == SOURCE_END)
			return head.number ? SOURCE_YES : SOURCE_NO;
		if (head.type == SOURCE_UNIT)
			*p = (struct source_progress){ true, head.a, head.b };
		else if (head.type == SOURCE_OTHER)
			take_other(taker, packet + sizeof(head), (size_t)n - sizeof(head), head.number);
		else if (c->answer.size + (size_t)n <= SOURCE_WINDOW_MAX + sizeof(head))
			buffer_append(&c->answer, packet + sizeof(head), (size_t)n - sizeof(head));
	}
}

enum source_answer source_channel_open(struct source_channel *c, const struct source_packet *head,
				       const struct source_origin *origin, const struct source_taker *taker)
{
	const char *const strings[] = { origin->path, origin->program, origin->symfs };
	char text[ARRAY_SIZE(strings) * PATH_MAX];
	struct source_progress progress;
	enum source_answer answer;
	struct source_packet end;
	size_t size = 0;

	for (size_t i = 0; i < ARRAY_SIZE(strings); i++) {
		size_t more = strlen(strings[i]) + 1;

		if (more > sizeof(text) - size)
			return SOURCE_NO;
		memcpy(text + size, strings[i], more);
		size += more;
	}
	if (!channel_send(c, head, text, size))
		return SOURCE_GONE;
	answer = channel_receive(c, taker, &progress, &end);
	if ((answer == SOURCE_YES || answer == SOURCE_NO) && end.b)
		c->code = (int)end.b;
	return answer;
}

enum source_answer source_channel_ask(struct source_channel *c, const struct source_question *q,
				      const struct source_taker *taker, uint32_t *ret_done,
				      struct source_progress *ret_progress)
{
	const struct source_packet head = { .type = SOURCE_ASK, .number = q->file, .a = q->n, .b = q->want_lines };
	enum source_answer answer;
	struct source_packet end;

	*ret_done = 0;
	*ret_progress = (struct source_progress){ 0 };
	if (!channel_send(c, &head, q->addresses, q->n * sizeof(*q->addresses)))
		return SOURCE_GONE;
	c->requests++;
	while (*ret_done < q->n) {
		answer = channel_receive(c, taker, ret_progress, &end);
		if (answer != SOURCE_YES && answer != SOURCE_NO)
			return answer;
		c->asked++;
		taker->take(taker->context, *ret_done, answer, ret_progress, &c->answer);
		/* Limits the answers, so that a hostile worker cannot send forever. */
		*ret_done = end.a > *ret_done && end.a <= q->n ? (uint32_t)end.a : *ret_done + 1;
	}
	return SOURCE_YES;
}

enum source_answer source_channel_ask_code(struct source_channel *c, uint32_t file, uint64_t address, const void *code,
					   uint32_t size, const struct source_taker *taker)
{
	const struct source_packet head = { .type = SOURCE_CODE, .number = file, .a = address, .b = size };
	const uint32_t most = SOURCE_PACKET_MAX - sizeof(head);
	struct source_progress progress;
	struct source_packet end;

	if (!size || size > SOURCE_CODE_MAX)
		return SOURCE_NO;
	for (uint32_t at = 0; at < size; at += most)
		if (!channel_send(c, &head, (const char *)code + at, size - at < most ? size - at : most))
			return SOURCE_GONE;
	c->requests++;
	return channel_receive(c, taker, &progress, &end);
}
