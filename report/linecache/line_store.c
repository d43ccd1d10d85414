#include "report/linecache/line_store.h"

#include "common/fileio.h"
#include "report/linecache/line_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- the process ------------------------------------------------------------------------ */

struct store_process {
	const struct line_store_options *options;
	int socket, directory; /* -1 or a negative errno: it is not open */
	bool prepared;
	struct line_writer writer;
};

/* Called when there is something to write. Without an entry nothing is created. */
static void process_prepare(struct store_process *k)
{
	const struct line_store_options *o = k->options;

	if (k->prepared)
		return;
	k->prepared = true;
	k->directory = line_eviction_open(o->directory);
	if (o->confine)
		o->confine(o->directory);
}

static int process_end_entry(struct store_process *k)
{
	int result = line_writer_end(&k->writer);

	/* A failure to evict is reported with the next entry. */
	if (!result)
		(void)line_eviction_limit(k->directory, k->options->limit);
	return result;
}

/* Handles a packet. False: it is malformed or out of order. */
static bool process_take(struct store_process *k, const char *packet, size_t size)
{
	struct line_packet head;
	int result;

	if (size < sizeof(head))
		return false;
	memcpy(&head, packet, sizeof(head));
	switch (head.type) {
	case LINE_BEGIN: line_writer_begin(&k->writer, k->directory, &head.key, head.size); return size == sizeof(head);
	case LINE_BYTES:
		line_writer_put(&k->writer, packet + sizeof(head), head.n);
		return size == sizeof(head) + head.n;
	case LINE_END:
		result = process_end_entry(k);
		return size == sizeof(head) && send(k->socket, &result, sizeof(result), MSG_NOSIGNAL) == sizeof(result);
	default: return false;
	}
}

_Noreturn static void process_run(struct store_process *k)
{
	char packet[sizeof(struct line_packet) + LINE_PACKET_BYTES];
	char first;
	ssize_t n;

	/* Reads no packet before privileges are dropped. */
	if (recv(k->socket, &first, sizeof(first), MSG_PEEK | MSG_TRUNC) >= (ssize_t)sizeof(struct line_packet))
		process_prepare(k);
	while ((n = read(k->socket, packet, sizeof(packet))) > 0)
		if (!process_take(k, packet, (size_t)n))
			break;
	line_writer_drop(&k->writer);
	_exit(0);
}

/* Closes inherited descriptors, so that a reader of the output's pipe does not wait for this process. */
static void let_go(int socket)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fd != socket)
			dup2(null, fd);
}

/* --- the reader ------------------------------------------------------------------------- */

int line_store_start(struct line_store *k, const struct line_store_options *options)
{
	struct store_process process = { .options = options, .directory = -EBADF };
	int ends[2];

	*k = (struct line_store){ 0 };
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
		return -errno;
	k->pid = fork();
	if (!k->pid) {
		signal(SIGHUP, SIG_IGN);
		signal(SIGINT, SIG_IGN);
		signal(SIGQUIT, SIG_IGN);
		signal(SIGTERM, SIG_IGN);
		close(ends[0]);
		process.socket = ends[1];
		let_go(ends[1]);
		process_run(&process);
	}
	close(ends[1]);
	if (k->pid < 0) {
		int code = -errno;

		close(ends[0]);
		*k = (struct line_store){ 0 };
		return code;
	}
	k->socket = ends[0];
	return 0;
}

static bool process_send(const struct line_store *k, const struct line_packet *head, const void *data)
{
	char packet[sizeof(*head) + LINE_PACKET_BYTES];
	ssize_t n = (ssize_t)(sizeof(*head) + head->n);

	memcpy(packet, head, sizeof(*head));
	if (head->n)
		memcpy(packet + sizeof(*head), data, head->n);
	return send(k->socket, packet, (size_t)n, MSG_NOSIGNAL) == n;
}

int line_store_keep(struct line_store *k, const struct line_key *key, const void *data, size_t size)
{
	struct line_packet begin, bytes = { .type = LINE_BYTES }, end = { .type = LINE_END };
	const char *at = data;
	int result;
	ssize_t n;

	if (!k->pid)
		return -EPIPE;
	/* Padding is zeroed too, since the whole struct is sent. */
	memset(&begin, 0, sizeof(begin));
	begin.type = LINE_BEGIN;
	begin.size = size;
	begin.key = *key;
	if (!process_send(k, &begin, NULL))
		return -EPIPE;
	for (; size; at += bytes.n, size -= bytes.n) {
		bytes.n = (uint32_t)(size < LINE_PACKET_BYTES ? size : LINE_PACKET_BYTES);
		if (!process_send(k, &bytes, at))
			return -EPIPE;
	}
	if (!process_send(k, &end, NULL))
		return -EPIPE;
	do
		n = read(k->socket, &result, sizeof(result));
	while (n < 0 && errno == EINTR);
	return n == (ssize_t)sizeof(result) && result <= 0 ? result : -EPIPE;
}

void line_store_stop(struct line_store *k)
{
	if (!k->pid)
		return;
	/* An empty packet ends the process, also if another process has inherited this end of the socket. */
	(void)!send(k->socket, "", 1, MSG_NOSIGNAL);
	close(k->socket);
	while (waitpid(k->pid, NULL, 0) < 0 && errno == EINTR)
		;
	*k = (struct line_store){ 0 };
}
