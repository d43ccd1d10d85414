#include "report/source/source_worker.h"

#include "common/list.h"
#include "report/source/source_dwarf.h"
#include "report/source/source_packet.h"
#include "report/source/source_server.h"

#include "config.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* Sanitizers take terabytes of addresses, and report what they find to nobody where it ends the process first. */
#if defined(PREC_SANITIZERS) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LIMIT_MEMORY 0
#else
#define LIMIT_MEMORY 1
#endif

/* A file that was asked for. */
struct worker_file {
	struct source_dwarf *dwarf; /* NULL: it has no debug information */
};

struct worker {
	int socket;
	unsigned seconds;
	uint64_t serial;           /* of the request at hand */
	struct worker_file *files; /* by number */
	uint32_t n, capacity;
	struct buffer window;
};

static void worker_confine(const struct source_worker_options *o)
{
	const struct rlimit none = { 0, 0 }, memory = { SOURCE_WORKER_MEMORY, SOURCE_WORKER_MEMORY };

	setrlimit(RLIMIT_CORE, &none);
	if (LIMIT_MEMORY)
		setrlimit(RLIMIT_DATA, &memory);
	if (o->confine)
		o->confine();
}

/* From now on so many seconds may be taken. */
static void worker_allow_time(const struct worker *w)
{
	struct rusage used;
	struct rlimit limit;

	if (getrusage(RUSAGE_SELF, &used) || getrlimit(RLIMIT_CPU, &limit))
		return;
	limit.rlim_cur = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + 1 + w->seconds;
	setrlimit(RLIMIT_CPU, &limit);
}

static void worker_send(const struct worker *w, const struct source_packet *head, const void *data, size_t size)
{
	char packet[SOURCE_PACKET_MAX];

	struct source_packet full = *head;

	full.serial = w->serial;
	memcpy(packet, &full, sizeof(full));
	if (size)
		memcpy(packet + sizeof(*head), data, size);
	if (write(w->socket, packet, sizeof(*head) + size) < 0)
		_exit(1);
}

static void worker_end(const struct worker *w, bool done)
{
	const struct source_packet end = { .type = SOURCE_END, .number = done };

	worker_send(w, &end, NULL, 0);
}

static void worker_open(struct worker *w, const struct source_packet *p, const char *text, size_t size)
{
	const char *nul = size ? memchr(text, 0, size) : NULL;
	const char *symfs = nul ? nul + 1 : NULL;
	struct source_dwarf *dwarf = NULL;

	while (w->n <= p->number) {
		if (!list_reserve(&w->files, w->n, &w->capacity, sizeof(*w->files)))
			_exit(1);
		w->files[w->n++] = (struct worker_file){ 0 };
	}
	if (symfs && symfs < text + size && !text[size - 1])
		dwarf = source_dwarf_open(
			&(struct source_file_place){ .path = text, .symfs = symfs, .device = p->a, .inode = p->b });
	w->files[p->number].dwarf = dwarf;
	worker_end(w, dwarf != NULL);
}

/* The window of an address, in w->window. */
static bool worker_window(struct worker *w, const struct source_packet *p)
{
	struct source_dwarf *dwarf = p->number < w->n ? w->files[p->number].dwarf : NULL;
	struct source_packet of_unit = { .type = SOURCE_UNIT };
	struct source_unit_slot *slot;
	struct source_unit *unit;

	buffer_clear(&w->window);
	slot = dwarf ? source_dwarf_find(dwarf, p->a, &of_unit.a, &of_unit.b) : NULL;
	if (!dwarf)
		return false;
	worker_send(w, &of_unit, NULL, 0);
	unit = slot ? source_dwarf_read(dwarf, slot) : NULL;
	if (!unit)
		return false;
	unit->begin = of_unit.a;
	unit->end = of_unit.b;
	return !source_unit_window(unit, p->a, p->b != 0, &w->window);
}

static void worker_answer(struct worker *w, const struct source_packet *p)
{
	const struct source_packet piece = { .type = SOURCE_PIECE };
	bool done = worker_window(w, p);
	size_t most = SOURCE_PACKET_MAX - sizeof(piece);

	for (size_t at = 0; done && at < w->window.size; at += most)
		worker_send(w, &piece, w->window.data + at, w->window.size - at < most ? w->window.size - at : most);
	worker_end(w, done);
}

void source_worker_run(int socket, void *context)
{
	const struct source_worker_options *options = context;
	struct worker w = { .socket = socket, .seconds = options->seconds ? options->seconds : SOURCE_WORKER_SECONDS };
	char packet[SOURCE_PACKET_MAX];
	struct source_packet head;
	ssize_t n;

	worker_allow_time(&w);
	worker_confine(options);
	buffer_init(&w.window);
	while ((n = read(socket, packet, sizeof(packet))) >= (ssize_t)sizeof(head)) {
		memcpy(&head, packet, sizeof(head));
		w.serial = head.serial;
		worker_allow_time(&w);
		if (head.type == SOURCE_OPEN)
			worker_open(&w, &head, packet + sizeof(head), (size_t)n - sizeof(head));
		else
			worker_answer(&w, &head);
	}
	/* Nothing is freed: all of it ends here. */
	_exit(0);
}
