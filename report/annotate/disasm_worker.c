#include "report/annotate/disasm_worker.h"

#include "common/buffer.h"
#include "report/annotate/disasm_packet.h"

#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* Sanitizers need terabytes of address space. */
#if defined(PREC_SANITIZERS) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LIMIT_MEMORY 0
#else
#define LIMIT_MEMORY 1
#endif

struct worker {
	int socket;
	struct disasm_library library;
	uint64_t serial;
	struct buffer texts; /* of the packet that is not sent yet, after its head */
};

static void confine(const struct disasm_worker_options *o)
{
	const struct rlimit none = { 0, 0 }, memory = { DISASM_WORKER_MEMORY, DISASM_WORKER_MEMORY };

	setrlimit(RLIMIT_CORE, &none);
	if (LIMIT_MEMORY)
		setrlimit(RLIMIT_DATA, &memory);
	if (o->confine)
		o->confine();
}

/* Limits the CPU time from now on. */
static void allow_time(void)
{
	struct rusage used;
	struct rlimit limit;

	if (getrusage(RUSAGE_SELF, &used) || getrlimit(RLIMIT_CPU, &limit))
		return;
	limit.rlim_cur = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + 1 + DISASM_WORKER_SECONDS;
	setrlimit(RLIMIT_CPU, &limit);
}

static void put(const struct worker *w, struct disasm_packet head, const void *data, size_t size)
{
	char packet[SOURCE_PACKET_MAX];

	head.serial = w->serial;
	memcpy(packet, &head, sizeof(head));
	if (size)
		memcpy(packet + sizeof(head), data, size);
	if (write(w->socket, packet, sizeof(head) + size) < 0)
		_exit(1);
}

static void flush(struct worker *w)
{
	if (!buffer_ok(&w->texts))
		_exit(1);
	if (w->texts.size)
		put(w, (struct disasm_packet){ .type = DISASM_TEXT }, w->texts.data, w->texts.size);
	buffer_clear(&w->texts);
}

static void put_text(struct worker *w, const struct disasm_text *text, size_t size)
{
	const struct disasm_item item = { .target = text->target,
					  .size = (uint8_t)size,
					  .reference = (uint8_t)text->reference,
					  .length = (uint16_t)strlen(text->text) };

	if (w->texts.size + sizeof(item) + DISASM_TEXT_MAX + 8 > SOURCE_PACKET_MAX - sizeof(struct disasm_packet))
		flush(w);
	buffer_append(&w->texts, &item, sizeof(item));
	buffer_append(&w->texts, text->text, item.length);
	buffer_pad(&w->texts, 8);
}

/* Returns how many bytes the texts are of. */
static uint32_t disassemble(struct worker *w, const struct disasm_packet *ask, const uint8_t *code)
{
	bool is_last = ask->flags & DISASM_FLAG_LAST;
	uint32_t at = 0;

	while (at < ask->size && (is_last || ask->size - at >= DISASM_CUT)) {
		struct disasm_text text;
		size_t n = disasm_library_next(&w->library, code + at, ask->size - at, ask->address + at, &text);

		put_text(w, &text, n);
		at += (uint32_t)n;
	}
	flush(w);
	return at;
}

static void answer(struct worker *w, const struct disasm_packet *ask, const uint8_t *code, size_t size)
{
	const struct disasm_machine machine = { .machine = (uint16_t)ask->machine,
						.is_64 = ask->flags & DISASM_FLAG_64,
						.is_big_endian = ask->flags & DISASM_FLAG_BIG,
						.intel = ask->flags & DISASM_FLAG_INTEL };
	struct disasm_packet end = { .type = DISASM_END };

	if (ask->type != DISASM_ASK || ask->size != size)
		_exit(1);
	w->serial = ask->serial;
	if (size && disasm_library_open(&w->library, &machine)) {
		end.flags = DISASM_FLAG_KNOWN;
		end.size = disassemble(w, ask, code);
	}
	put(w, end, w->library.name, strlen(w->library.name) + 1);
}

void disasm_worker_run(int socket, void *options)
{
	const struct disasm_worker_options *o = options;
	struct worker w = { .socket = socket };
	_Alignas(8) uint8_t packet[SOURCE_PACKET_MAX];
	ssize_t n;

	buffer_init(&w.texts);
	disasm_library_load(&w.library, o->choice);
	confine(o);
	while ((n = read(socket, packet, sizeof(packet))) >= (ssize_t)sizeof(struct disasm_packet)) {
		struct disasm_packet ask;

		memcpy(&ask, packet, sizeof(ask));
		allow_time();
		answer(&w, &ask, packet + sizeof(ask), (size_t)n - sizeof(ask));
	}
	buffer_fini(&w.texts);
}
