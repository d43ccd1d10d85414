/* What workers answer is used; what they do not, and how they end, costs no more than names. */
#include "report/elf/elf_file.h"
#include "report/source/source.h"
#include "report/source/source_packet.h"
#include "report/source/source_worker.h"
#include "tests/support/elf_builder.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <dwarf.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- files of one unit -------------------------------------------------------------------- */

#define CODE  0x1000
#define CROWD 400 /* functions, and ranges each has */

/* What the unit says of itself besides its lines. */
enum unit_kind {
	UNIT_PLAIN,
	UNIT_ALTERNATE, /* its folder stands in the file of .gnu_debugaltlink */
	UNIT_SPLIT,     /* the rest of it in a .dwo */
	UNIT_TANGLED,   /* what is in a namespace is what follows it, too */
	UNIT_CROWDED,   /* each of many functions has many ranges */
};

static void put_uleb(struct buffer *b, unsigned v)
{
	for (; v >= 0x80; v >>= 7)
		buffer_put_u8(b, (uint8_t)(v | 0x80));
	buffer_put_u8(b, (uint8_t)v);
}

static void put_pair(struct buffer *b, unsigned first, unsigned second)
{
	put_uleb(b, first);
	put_uleb(b, second);
}

/* The length in front of what was put from `begin` on. */
static void end_length(struct buffer *b, size_t begin)
{
	buffer_set_u32(b, begin, (uint32_t)(b->size - begin - 4));
}

/* The file is little-endian. */
static struct buffer content(void)
{
	struct buffer b;

	buffer_init(&b);
	b.swap = order_is_swapped(false);
	return b;
}

static struct buffer abbreviations(enum unit_kind kind)
{
	struct buffer b = content();

	put_pair(&b, 1, DW_TAG_compile_unit);
	buffer_put_u8(&b, kind == UNIT_TANGLED || kind == UNIT_CROWDED ? DW_CHILDREN_yes : DW_CHILDREN_no);
	put_pair(&b, DW_AT_low_pc, DW_FORM_addr);
	put_pair(&b, DW_AT_high_pc, DW_FORM_data4);
	put_pair(&b, DW_AT_stmt_list, DW_FORM_sec_offset);
	if (kind == UNIT_ALTERNATE)
		put_pair(&b, DW_AT_comp_dir, DW_FORM_GNU_strp_alt);
	if (kind == UNIT_SPLIT) {
		put_pair(&b, DW_AT_GNU_dwo_name, DW_FORM_string);
		put_pair(&b, DW_AT_GNU_dwo_id, DW_FORM_data8);
	}
	put_pair(&b, 0, 0);
	if (kind == UNIT_TANGLED) {
		put_pair(&b, 2, DW_TAG_namespace);
		buffer_put_u8(&b, DW_CHILDREN_yes);
		put_pair(&b, DW_AT_sibling, DW_FORM_ref4);
		put_pair(&b, 0, 0);
	}
	if (kind == UNIT_CROWDED) {
		put_pair(&b, 2, DW_TAG_subprogram);
		buffer_put_u8(&b, DW_CHILDREN_no);
		put_pair(&b, DW_AT_ranges, DW_FORM_sec_offset);
		put_pair(&b, 0, 0);
	}
	buffer_put_u8(&b, 0);
	return b;
}

static struct buffer unit(enum unit_kind kind, const char *other)
{
	struct buffer b = content();

	buffer_put_u32(&b, 0);
	buffer_put_u16(&b, 4); /* version */
	buffer_put_u32(&b, 0); /* abbreviations */
	buffer_put_u8(&b, 8);  /* bytes an address */
	put_uleb(&b, 1);
	buffer_put_u64(&b, CODE);
	buffer_put_u32(&b, 16);
	buffer_put_u32(&b, 0); /* lines */
	if (kind == UNIT_ALTERNATE)
		buffer_put_u32(&b, 0);
	if (kind == UNIT_SPLIT) {
		buffer_put_string(&b, other);
		buffer_put_u64(&b, 1);
	}
	for (int i = 0; kind == UNIT_TANGLED && i < 64; i++) {
		put_uleb(&b, 2);
		buffer_put_u32(&b, (uint32_t)b.size + 4);
	}
	for (int i = 0; kind == UNIT_CROWDED && i < CROWD; i++) {
		put_uleb(&b, 2);
		buffer_put_u32(&b, 0); /* ranges */
	}
	put_uleb(&b, 0);
	end_length(&b, 0);
	return b;
}

/* One row: line 7 of a.c, for 16 bytes from CODE on. */
static struct buffer lines(void)
{
	static const uint8_t lengths[] = { 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1 };
	struct buffer b = content();
	size_t header;

	buffer_put_u32(&b, 0);
	buffer_put_u16(&b, 4); /* version */
	header = b.size;
	buffer_put_u32(&b, 0);
	buffer_append(&b, (uint8_t[]){ 1, 1, 1, 0xfb, 14, 13 }, 6); /* steps; the first special opcode */
	buffer_append(&b, lengths, sizeof(lengths));
	buffer_put_u8(&b, 0); /* no folders */
	buffer_put_string(&b, "a.c");
	buffer_append(&b, (uint8_t[]){ 0, 0, 0, 0 }, 4);
	end_length(&b, header);
	buffer_append(&b, (uint8_t[]){ 0, 9, DW_LNE_set_address }, 3);
	buffer_put_u64(&b, CODE);
	buffer_append(&b, (uint8_t[]){ DW_LNS_advance_line, 6, DW_LNS_copy, DW_LNS_advance_pc, 16 }, 5);
	buffer_append(&b, (uint8_t[]){ 0, 1, DW_LNE_end_sequence }, 3);
	end_length(&b, 0);
	return b;
}

/* All of the same few bytes of code. */
static struct buffer ranges(void)
{
	struct buffer b = content();

	for (unsigned i = 0; i < CROWD; i++) {
		buffer_put_u64(&b, i % 8);
		buffer_put_u64(&b, 16);
	}
	buffer_append(&b, NULL, 16);
	return b;
}

static void put_section(struct elf_builder *e, const char *name, struct buffer content)
{
	elf_builder_section(e, name, SHT_PROGBITS, 0, 0, content.data, content.size);
	buffer_fini(&content);
}

/* A file with such a unit, which names other. */
static void build(const struct tree *t, enum unit_kind kind, const char *other)
{
	struct elf_builder e;
	struct buffer link;

	elf_builder_init(&e, true, false, ET_DYN, EM_X86_64);
	elf_builder_section(&e, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, CODE, (uint8_t[16]){ 0 }, 16);
	put_section(&e, ".debug_abbrev", abbreviations(kind));
	put_section(&e, ".debug_info", unit(kind, other));
	put_section(&e, ".debug_line", lines());
	if (kind == UNIT_CROWDED)
		put_section(&e, ".debug_ranges", ranges());
	if (kind == UNIT_ALTERNATE) {
		buffer_init(&link);
		buffer_put_string(&link, other);
		buffer_append(&link, (uint8_t[20]){ 1, 2, 3 }, 20);
		put_section(&e, ".gnu_debugaltlink", link);
	}
	elf_builder_load(&e, CODE, CODE, 16);
	elf_builder_finish(&e);
	tree_write_bytes(t, "x", e.out.data, e.out.size);
	elf_builder_fini(&e);
}

/* --- a scene: a server, and a file that is looked up in -------------------------------------- */

struct scene {
	struct source_server server;
	struct source *source;
	struct source_file *file;
	struct tree tree;
};

/* The file need not be there: workers of tests do not read it. */
static void scene_begin_workers(struct scene *s, source_work work, void *context, unsigned n)
{
	char path[512];
	struct stat st;

	snprintf(path, sizeof(path), "%s/x", s->tree.root);
	memset(&st, 0, sizeof(st));
	stat(path, &st);
	CHECK_EQ_I64(source_server_start(&s->server, n, work, context), 0);
	s->source = source_new(&s->server, NULL);
	CHECK(s->source);
	s->file = source_file_new(
		s->source,
		&(struct source_origin){
			.path = path, .program = path, .symfs = "", .device = st.st_dev, .inode = st.st_ino });
	CHECK(s->file);
}

static void scene_begin(struct scene *s, source_work work, void *context)
{
	scene_begin_workers(s, work, context, 1);
}

static void scene_end(struct scene *s)
{
	source_free(s->source);
	source_server_stop(&s->server);
	tree_fini(&s->tree);
}

/* The line at an address; 0: nothing is known. */
static unsigned line_at(struct scene *s, uint64_t address)
{
	const struct source_window *w;
	const struct source_row *row;
	const char *file;

	if (!source_file_find(s->file, address, true, &w, &row))
		return 0;
	/* The folder of a unit may be in a file that is not read. */
	file = w->strings + w->frames[row->first].file;
	CHECK_STR(file[0] == '/' ? file + 1 : file, "a.c");
	return w->frames[row->first].line;
}

/* --- what the worker reads -------------------------------------------------------------------- */

/* A fifo that can be opened without waiting, so that the case tells of it. */
static void check_kind(enum unit_kind kind)
{
	struct source_worker_options options = { .seconds = 1 };
	int watch = inotify_init1(IN_NONBLOCK), fd;
	char fifo[512];
	struct scene s;

	tree_init(&s.tree);
	snprintf(fifo, sizeof(fifo), "%s/fifo", s.tree.root);
	CHECK(!mkfifo(fifo, 0600));
	fd = open(fifo, O_RDWR | O_NONBLOCK);
	CHECK(fd >= 0);
	CHECK(inotify_add_watch(watch, fifo, IN_OPEN) >= 0);
	build(&s.tree, kind, fifo);
	scene_begin(&s, source_worker_run, &options);
	/* What names a fifo as the rest of its unit is not read at all. */
	CHECK_EQ_U64(line_at(&s, CODE + 4), kind == UNIT_SPLIT ? 0 : 7);
	CHECK_EQ_U64(line_at(&s, CODE + 16), 0);
	CHECK_EQ_I64(tree_opened(watch), 0);
	CHECK_EQ_U64(source_counts(s.source).lost, 0);
	close(fd);
	close(watch);
	scene_end(&s);
}

TEST(lines_of_a_plain_unit)
{
	check_kind(UNIT_PLAIN);
}

/* Several addresses of one request, by each of two workers. */
TEST(several_addresses_are_asked_for_at_once)
{
	static const uint64_t addresses[] = { 0x10, CODE, CODE + 4, CODE + 8, CODE + 15, CODE + 16, CODE + 100 };
	struct source_worker_options options = { .seconds = 1 };
	struct scene s;

	tree_init(&s.tree);
	build(&s.tree, UNIT_PLAIN, "");
	scene_begin_workers(&s, source_worker_run, &options, 2);
	source_file_prepare(s.file, addresses, 4, true, 0);
	/* What lies before the unit, and the unit. */
	CHECK_EQ_U64(source_counts(s.source).asked, 2);
	CHECK_EQ_U64(source_counts(s.source).workers, 1);
	source_file_prepare(s.file, addresses, 7, true, 1);
	CHECK_EQ_U64(source_counts(s.source).asked, 3);
	CHECK_EQ_U64(source_counts(s.source).workers, 2);
	CHECK_EQ_U64(line_at(&s, CODE), 7);
	CHECK_EQ_U64(line_at(&s, CODE + 15), 7);
	CHECK_EQ_U64(line_at(&s, CODE + 50), 0);
	CHECK_EQ_U64(line_at(&s, 0x20), 0);
	CHECK_EQ_U64(source_counts(s.source).asked, 3);
	scene_end(&s);
}

TEST(an_alternate_file_that_is_a_fifo_is_not_opened)
{
	check_kind(UNIT_ALTERNATE);
}

TEST(a_split_unit_that_is_a_fifo_is_not_opened)
{
	check_kind(UNIT_SPLIT);
}

/* A walk over the unit comes to each DIE once: there are 2^64 ways. */
TEST(a_unit_whose_namespaces_are_tangled)
{
	check_kind(UNIT_TANGLED);
}

/* Less than the functions of a crowded unit take. */
#define STARVED_BYTES (3 << 20)

/* In the place of a sandbox. */
static void spin(void)
{
	for (volatile unsigned i = 0;; i++)
		;
}

TEST(a_worker_that_never_ends_is_ended)
{
	struct source_worker_options options = { .confine = spin, .seconds = 1 };
	struct scene s;

	tree_init(&s.tree);
	build(&s.tree, UNIT_PLAIN, "");
	scene_begin(&s, source_worker_run, &options);
	CHECK_EQ_U64(line_at(&s, CODE + 4), 0);
	CHECK_EQ_U64(source_counts(s.source).lost, 1);
	scene_end(&s);
}

/* As much memory as it has, and a little more. */
static void starve(void)
{
	FILE *f = fopen("/proc/self/statm", "re");
	unsigned long pages = 0;
	struct rlimit limit;

	if (!f || fscanf(f, "%*u %*u %*u %*u %*u %lu", &pages) != 1)
		_exit(1);
	fclose(f);
	limit.rlim_cur = limit.rlim_max = pages * (rlim_t)sysconf(_SC_PAGESIZE) + STARVED_BYTES;
	setrlimit(RLIMIT_DATA, &limit);
}

/* No memory is no answer: the worker ends, and the address is lost, where a unit without code would say that there is
 * nothing. */
TEST(a_worker_without_memory_ends)
{
	for (int starved = 0; starved < 2; starved++) {
		struct source_worker_options options = { .confine = starved ? starve : NULL, .seconds = 10 };
		struct scene s;

#if defined(PREC_SANITIZERS) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
		if (starved)
			test_skip("sanitizers take memory of their own");
#endif
		tree_init(&s.tree);
		build(&s.tree, UNIT_CROWDED, "");
		scene_begin(&s, source_worker_run, &options);
		CHECK_EQ_U64(line_at(&s, CODE + 4), starved ? 0 : 7);
		CHECK_EQ_U64(source_counts(s.source).lost, starved);
		scene_end(&s);
	}
}

TEST(another_file_in_its_place_is_not_read)
{
	struct source_worker_options options = { 0 };
	struct scene s;
	char path[512], other[512];

	tree_init(&s.tree);
	build(&s.tree, UNIT_PLAIN, "");
	scene_begin(&s, source_worker_run, &options);
	snprintf(path, sizeof(path), "%s/x", s.tree.root);
	snprintf(other, sizeof(other), "%s/y", s.tree.root);
	CHECK(!rename(path, other));
	build(&s.tree, UNIT_PLAIN, "");
	CHECK_EQ_U64(line_at(&s, CODE + 4), 0);
	scene_end(&s);
}

TEST(what_is_no_elf_file_has_no_lines)
{
	struct source_worker_options options = { 0 };
	struct scene s;

	tree_init(&s.tree);
	tree_write_bytes(&s.tree, "x", "\177ELF and nothing more", 21);
	scene_begin(&s, source_worker_run, &options);
	CHECK_EQ_U64(line_at(&s, CODE), 0);
	CHECK_EQ_U64(source_counts(s.source).lost, 0);
	scene_end(&s);
}

/* --- how workers end ------------------------------------------------------------------------------ */

/* What a worker of the tests does when it is asked for an address. */
struct deed {
	uint64_t bad; /* at this address and below */
	void (*act)(int socket, const struct source_packet *p);
};

static void reply(int socket, const struct source_packet *to, uint32_t type, uint64_t a, uint64_t b, const void *data,
		  size_t size)
{
	const struct source_packet head = { .type = type, .number = 1, .serial = to->serial, .a = a, .b = b };
	char packet[4096];

	memcpy(packet, &head, sizeof(head));
	if (size)
		memcpy(packet + sizeof(head), data, size);
	if (write(socket, packet, sizeof(head) + size) < 0)
		_exit(1);
}

static void reply_line(int socket, const struct source_packet *p, uint64_t begin, uint64_t end)
{
	static const char strings[] = "\0a.c";
	struct source_frame frame = { .file = 1, .line = 9 };
	struct source_row row = { .start = begin, .n = 1 };
	const struct source_window w = { .begin = begin,
					 .end = end,
					 .n_rows = 1,
					 .n_frames = 1,
					 .strings_size = sizeof(strings),
					 .rows = &row,
					 .frames = &frame,
					 .strings = strings };
	struct buffer b;

	buffer_init(&b);
	source_window_encode(&w, &b);
	reply(socket, p, SOURCE_PIECE, 0, 0, b.data, b.size);
	reply(socket, p, SOURCE_END, 0, 0, NULL, 0);
}

/* Each address as if it were alone; it takes the place of their number. */
static void answer_all(const struct deed *deed, int socket, struct source_packet *p, const char *addresses, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		memcpy(&p->a, addresses + i * sizeof(p->a), sizeof(p->a));
		if (p->a <= deed->bad)
			deed->act(socket, p);
		else
			reply_line(socket, p, p->a, p->a + 16);
	}
}

static void worker_run(int socket, void *context)
{
	const struct deed *deed = context;
	struct source_packet p;
	char packet[4096];

	while (read(socket, packet, sizeof(packet)) >= (ssize_t)sizeof(p)) {
		memcpy(&p, packet, sizeof(p));
		if (p.type == SOURCE_OPEN)
			reply(socket, &p, SOURCE_END, 0, 0, NULL, 0);
		else
			answer_all(deed, socket, &p, packet + sizeof(p), p.a);
	}
}

static void scene_of(struct scene *s, struct deed *deed)
{
	tree_init(&s->tree);
	scene_begin(s, worker_run, deed);
}

static void crash(int socket, const struct source_packet *p)
{
	const struct rlimit none = { 0, 0 };

	setrlimit(RLIMIT_CORE, &none);
	reply(socket, p, SOURCE_UNIT, 0, 0x100, NULL, 0);
	signal(SIGSEGV, SIG_DFL);
	raise(SIGSEGV);
}

TEST(a_crash_costs_the_unit)
{
	struct deed deed = { .bad = 0xff, .act = crash };
	struct scene s;

	scene_of(&s, &deed);
	CHECK_EQ_U64(line_at(&s, 0x200), 9);
	CHECK_EQ_U64(line_at(&s, 0x10), 0);
	/* The unit is known to be lost: nobody is asked again. */
	CHECK_EQ_U64(line_at(&s, 0x20), 0);
	CHECK_EQ_U64(source_counts(s.source).lost, 1);
	CHECK_EQ_U64(line_at(&s, 0x300), 9);
	CHECK_EQ_U64(line_at(&s, 0x208), 9);
	scene_end(&s);
}

TEST(a_crash_amid_several_addresses_costs_the_unit)
{
	static const uint64_t addresses[] = { 0x10, 0x20, 0x200, 0x300 };
	struct deed deed = { .bad = 0xff, .act = crash };
	struct scene s;

	scene_of(&s, &deed);
	source_file_prepare(s.file, addresses, 4, true, 0);
	CHECK_EQ_U64(source_counts(s.source).lost, 1);
	CHECK_EQ_U64(line_at(&s, 0x200), 9);
	CHECK_EQ_U64(line_at(&s, 0x300), 9);
	CHECK_EQ_U64(line_at(&s, 0x20), 0);
	scene_end(&s);
}

static void crash_at_once(int socket, const struct source_packet *p)
{
	(void)socket, (void)p;
	_exit(1);
}

TEST(a_worker_that_ends_at_once_costs_the_file)
{
	struct deed deed = { .bad = 0xff, .act = crash_at_once };
	struct scene s;

	scene_of(&s, &deed);
	CHECK_EQ_U64(line_at(&s, 0x200), 9);
	CHECK_EQ_U64(line_at(&s, 0x10), 0);
	CHECK_EQ_U64(line_at(&s, 0x300), 0);
	CHECK_EQ_U64(line_at(&s, 0x200), 9);
	CHECK_EQ_U64(source_counts(s.source).lost, 1);
	scene_end(&s);
}

static void crash_here(int socket, const struct source_packet *p)
{
	reply(socket, p, SOURCE_UNIT, p->a, p->a + 1, NULL, 0);
	_exit(1);
}

TEST(after_many_ends_nothing_is_asked)
{
	struct deed deed = { .bad = 0xffff, .act = crash_here };
	struct scene s;

	scene_of(&s, &deed);
	for (unsigned i = 0; i < 2 * SOURCE_DEATHS_MAX; i++)
		CHECK_EQ_U64(line_at(&s, i), 0);
	CHECK_EQ_U64(source_counts(s.source).lost, SOURCE_DEATHS_MAX);
	CHECK_EQ_U64(line_at(&s, 0x20000), 0);
	scene_end(&s);
}

/* --- what workers may say --------------------------------------------------------------------------- */

static void lie_elsewhere(int socket, const struct source_packet *p)
{
	reply_line(socket, p, p->a + 1, p->a + 9);
}

static void lie_rubbish(int socket, const struct source_packet *p)
{
	reply(socket, p, SOURCE_PIECE, 0, 0, "rubbish", 7);
	reply(socket, p, SOURCE_UNIT, p->a + 5, 0, NULL, 0);
	reply(socket, p, SOURCE_END, 0, 0, NULL, 0);
}

static void lie_without_end(int socket, const struct source_packet *p)
{
	static const char bytes[4000];

	for (unsigned i = 0; i < 3000; i++)
		reply(socket, p, SOURCE_PIECE, 0, 0, bytes, sizeof(bytes));
	reply(socket, p, SOURCE_END, 0, 0, NULL, 0);
}

static void lie_of_another_request(int socket, const struct source_packet *p)
{
	struct source_packet other = *p;

	other.serial += 7;
	reply_line(socket, &other, p->a, p->a + 1);
	reply(socket, p, SOURCE_END, 0, 0, NULL, 0);
}

TEST(lies_cost_the_address)
{
	void (*const lies[])(int, const struct source_packet *) = { lie_elsewhere, lie_rubbish, lie_without_end,
								    lie_of_another_request };

	for (size_t i = 0; i < sizeof(lies) / sizeof(lies[0]); i++) {
		struct deed deed = { .bad = 0x10, .act = lies[i] };
		struct scene s;

		scene_of(&s, &deed);
		CHECK_EQ_U64(line_at(&s, 0x10), 0);
		CHECK_EQ_U64(line_at(&s, 0x11), 9);
		scene_end(&s);
	}
}

static void overlap(int socket, const struct source_packet *p)
{
	reply_line(socket, p, 0, UINT64_MAX);
}

TEST(windows_that_overlap_are_cut)
{
	struct deed deed = { .bad = 0x10, .act = overlap };
	struct scene s;

	scene_of(&s, &deed);
	CHECK_EQ_U64(line_at(&s, 0x20), 9);
	CHECK_EQ_U64(line_at(&s, 0x60), 9);
	CHECK_EQ_U64(line_at(&s, 0x08), 9);
	CHECK_EQ_U64(line_at(&s, 0x40), 9);
	CHECK_EQ_U64(line_at(&s, 0x28), 9);
	scene_end(&s);
}

/* --- the server ----------------------------------------------------------------------------------------- */

TEST(a_server_that_is_gone_costs_lines)
{
	struct deed deed = { 0 };
	struct scene s;

	scene_of(&s, &deed);
	CHECK_EQ_U64(line_at(&s, 0x20), 9);
	CHECK(!kill(s.server.pid, SIGKILL));
	/* A worker that runs already may still answer; the next one cannot be started. */
	CHECK_EQ_U64(line_at(&s, 0x20), 9);
	scene_end(&s);
}

TEST(many_files_share_the_workers)
{
	struct deed deed = { 0 };
	struct source_file *files[40];
	const struct source_window *w;
	const struct source_row *row;
	struct source_server server;
	struct source *source;

	CHECK_EQ_I64(source_server_start(&server, 3, worker_run, &deed), 0);
	source = source_new(&server, NULL);
	CHECK(source);
	for (unsigned i = 0; i < 40; i++) {
		files[i] = source_file_new(
			source,
			&(struct source_origin){ .path = "/x", .program = "/x", .symfs = "", .device = 1, .inode = i });
		CHECK(files[i]);
	}
	for (unsigned i = 0; i < 40; i++)
		CHECK(source_file_find(files[i], 0x10 + i, true, &w, &row));
	source_free(source);
	source_server_stop(&server);
}
