#include "report/source/source_worker.h"

#include "common/list.h"
#include "report/source/source_dwarf.h"
#include "report/source/source_go.h"
#include "report/source/source_packet.h"
#include "report/source/source_server.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* Sanitizers need terabytes of address space, and a report needs the process to go on. */
#if defined(PREC_SANITIZERS) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LIMIT_MEMORY 0
#else
#define LIMIT_MEMORY 1
#endif

/* A file of a request. */
struct worker_file {
	struct source_dwarf *dwarf; /* NULL: it has no debug information */
	struct source_go *go;       /* NULL: it is no program of Go */
	void *code_state;           /* of the source_code_answerer */
};

struct worker {
	int socket;
	unsigned seconds;
	source_code_answerer *answer_code; /* NULL: none */
	uint64_t serial;                   /* of the current request */
	struct worker_file *files;         /* files by number */
	uint32_t n, capacity;
	struct buffer window;
	struct buffer code; /* the pieces that have come */
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

/* Limits the CPU time from now on. */
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

/* next: index of the next address; code: of a failed open. */
static void worker_end(const struct worker *w, bool done, uint32_t next, int code)
{
	const struct source_packet end = { .type = SOURCE_END, .number = done, .a = next, .b = (uint64_t)code };

	worker_send(w, &end, NULL, 0);
}

static void worker_other(void *context, const char *path, bool missing)
{
	const struct source_packet other = { .type = SOURCE_OTHER, .number = missing };

	worker_send(context, &other, path, strlen(path) + 1);
}

/* Returns the string after one, in a text that ends with a NUL, or NULL. */
static const char *next_string(const char *string, const char *end)
{
	const char *next = string ? string + strlen(string) + 1 : NULL;

	return next && next < end ? next : NULL;
}

static void worker_open(struct worker *w, const struct source_packet *p, const char *text, size_t size)
{
	const char *path = size && !text[size - 1] ? text : NULL;
	const char *program = next_string(path, text + size);
	const char *symfs = next_string(program, text + size);
	const struct source_file_spec spec = { .path = path,
					       .program = program,
					       .symfs = symfs,
					       .device = p->a,
					       .inode = p->b,
					       .other = worker_other,
					       .context = w };
	struct worker_file *file;

	while (w->n <= p->number) {
		if (!list_reserve(&w->files, w->n, &w->capacity, sizeof(*w->files)))
			_exit(1);
		w->files[w->n++] = (struct worker_file){ 0 };
	}
	file = &w->files[p->number];
	errno = 0;
	if (symfs) {
		file->dwarf = source_dwarf_open(&spec);
		file->go = source_go_open(&spec);
	}
	/* Only a failed open has such an errno. */
	worker_end(w, file->dwarf || file->go, 0, errno == EMFILE || errno == ENFILE ? errno : 0);
}

/* Says which unit is read now. */
static void worker_unit(const struct worker *w, uint64_t begin, uint64_t end)
{
	const struct source_packet unit = { .type = SOURCE_UNIT, .a = begin, .b = end };

	worker_send(w, &unit, NULL, 0);
}

/* Makes the window of an address by Go's table. As worker_window. */
static bool worker_window_go(struct worker *w, struct source_go *go, uint64_t address, bool lines, uint64_t *ret_end)
{
	uint64_t begin;
	int result;

	if (!source_go_find(go, address, &begin, ret_end))
		return false;
	worker_unit(w, begin, *ret_end);
	result = source_go_window(go, address, lines, &w->window, ret_end);
	if (result == -ENOMEM)
		_exit(1);
	return !result;
}

/*
 * Makes the window of an address in w->window. False: there is none. *ret_end: the end of the range that this holds
 * for. Without memory the process ends, so that this is not taken for an answer.
 */
static bool worker_window(struct worker *w, uint32_t file, uint64_t address, bool lines, uint64_t *ret_end)
{
	const struct worker_file *f = file < w->n ? &w->files[file] : NULL;
	struct source_unit_slot *slot;
	struct source_unit *unit;
	uint64_t begin, end;

	buffer_clear(&w->window);
	*ret_end = address + 1;
	slot = f && f->dwarf ? source_dwarf_find(f->dwarf, address, &begin, &end) : NULL;
	if (f && f->go && !slot && worker_window_go(w, f->go, address, lines, ret_end))
		return true;
	if (!f || !f->dwarf)
		return false;
	worker_unit(w, begin, end);
	*ret_end = end;
	unit = slot ? source_dwarf_read(f->dwarf, slot) : NULL;
	if (!unit && source_dwarf_failed(f->dwarf))
		_exit(1);
	if (!unit)
		return false;
	unit->begin = begin;
	unit->end = end;
	if (source_unit_window(unit, address, lines, &w->window, ret_end))
		_exit(1);
	return true;
}

/* Sends w->window. */
static void worker_send_pieces(const struct worker *w)
{
	const struct source_packet piece = { .type = SOURCE_PIECE };
	const size_t most = SOURCE_PACKET_MAX - sizeof(piece);

	for (size_t at = 0; at < w->window.size; at += most)
		worker_send(w, &piece, w->window.data + at, w->window.size - at < most ? w->window.size - at : most);
}

/* Takes a piece of code; the last one is answered. */
static void worker_code(struct worker *w, const struct source_packet *p, const void *piece, size_t size)
{
	struct worker_file *file = p->number < w->n ? &w->files[p->number] : NULL;
	struct source_code code = { .address = p->a };
	bool done;

	if (p->b > SOURCE_CODE_MAX || !buffer_append(&w->code, piece, size))
		_exit(1);
	if (w->code.size < p->b)
		return;
	code.bytes = w->code.data;
	code.size = (uint32_t)w->code.size;
	buffer_clear(&w->window);
	done = file && file->dwarf && w->answer_code &&
	       w->answer_code(&file->code_state, file->dwarf, &code, &w->window);
	if (!buffer_ok(&w->window))
		_exit(1);
	if (done)
		worker_send_pieces(w);
	buffer_clear(&w->code);
	worker_end(w, done, 0, 0);
}

/* Answers the addresses of a request, each with its own limit of time. */
static void worker_answer(struct worker *w, const struct source_packet *p, const uint64_t *addresses, uint32_t n)
{
	for (uint32_t i = 0, next; i < n; i = next) {
		uint64_t end;
		bool done;

		worker_allow_time(w);
		done = worker_window(w, p->number, addresses[i], p->b != 0, &end);
		for (next = i + 1; next < n && addresses[next] < end; next++)
			;
		if (done)
			worker_send_pieces(w);
		worker_end(w, done, next, 0);
	}
}

void source_worker_run(int socket, void *context)
{
	const struct source_worker_options *options = context;
	struct worker w = { .socket = socket,
			    .seconds = options->seconds ? options->seconds : SOURCE_WORKER_SECONDS,
			    .answer_code = options->answer_code };
	char packet[SOURCE_PACKET_MAX];
	uint64_t addresses[SOURCE_ASK_MAX];
	struct source_packet head;
	ssize_t n;

	worker_allow_time(&w);
	worker_confine(options);
	buffer_init(&w.window);
	buffer_init(&w.code);
	while ((n = read(socket, packet, sizeof(packet))) >= (ssize_t)sizeof(head)) {
		memcpy(&head, packet, sizeof(head));
		w.serial = head.serial;
		worker_allow_time(&w);
		if (head.type == SOURCE_OPEN) {
			worker_open(&w, &head, packet + sizeof(head), (size_t)n - sizeof(head));
		} else if (head.type == SOURCE_CODE) {
			worker_code(&w, &head, packet + sizeof(head), (size_t)n - sizeof(head));
		} else if (head.a <= SOURCE_ASK_MAX && sizeof(head) + head.a * sizeof(*addresses) == (size_t)n) {
			memcpy(addresses, packet + sizeof(head), head.a * sizeof(*addresses));
			worker_answer(&w, &head, addresses, (uint32_t)head.a);
		}
	}
	/* Frees nothing, since the process ends. */
	_exit(0);
}
