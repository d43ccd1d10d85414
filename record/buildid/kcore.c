#include "record/buildid/kcore.h"

#include "common/fileio.h"
#include "formats/text/kallsyms.h"
#include "formats/text/proc_modules.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#define COPY_STEP (1u << 20)

static bool is_64(const struct kcore *k)
{
	return k->header.is_64;
}

/* Returns the offset of e_flags. */
static size_t flags_offset(const struct kcore *k)
{
	return is_64(k) ? offsetof(Elf64_Ehdr, e_flags) : offsetof(Elf32_Ehdr, e_flags);
}

static int read_headers(struct kcore *k, uint8_t first[ELF_FIRST_READ], struct error *err)
{
	struct elf_bytes bytes;
	struct buffer more;
	struct cursor table;
	int result = elf_bytes_file(&bytes, k->fd, first);

	if (result)
		return error_set(err, result, "/proc/kcore: %s", strerror(-result));
	if (elf_header_read(&k->header, &bytes) || k->header.swap)
		return error_set(err, -EBADMSG, "/proc/kcore is no ELF file of this machine");
	memcpy(k->ident, first, sizeof(k->ident));
	memcpy(&k->flags, first + flags_offset(k), sizeof(k->flags));
	buffer_init(&more);
	table = elf_header_table(&k->header, &k->header.segments, &bytes, &more);
	if (cursor_ok(&table))
		buffer_append(&k->segments, table.pos, cursor_left(&table));
	else
		result = error_set(err, -EBADMSG, "/proc/kcore: its program headers are not there");
	buffer_fini(&more);
	return result ? result : buffer_ok(&k->segments) ? 0 : error_nomem(err);
}

int kcore_open(struct kcore *k, int fd, struct error *err)
{
	uint8_t first[ELF_FIRST_READ];

	memset(k, 0, sizeof(*k));
	k->fd = fd;
	buffer_init(&k->segments);
	return read_headers(k, first, err);
}

void kcore_close(struct kcore *k)
{
	if (k->fd >= 0)
		close(k->fd);
	k->fd = -1;
	buffer_fini(&k->segments);
}

static uint64_t room(const struct kcore *k)
{
	uint64_t size = 0;

	for (size_t i = 0; i < k->n_parts; i++)
		size += k->parts[i].size;
	return KCORE_SIZE_MAX - size;
}

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Finds the part of the range that lies in the segment. False: its start does not, or nothing can be read there. */
static bool part_in(struct kcore_part *ret_part, const struct elf_segment *s, const struct kernel_range *range,
		    uint64_t max)
{
	uint64_t skipped = range->start - s->address;

	if (s->type != PT_LOAD || range->start < s->address || skipped >= s->file_size)
		return false;
	ret_part->address = range->start;
	ret_part->size = least(least(range->end - range->start, s->file_size - skipped), max);
	return ret_part->size && !__builtin_add_overflow(s->offset, skipped, &ret_part->from) &&
	       ret_part->from <= INT64_MAX && ret_part->size <= INT64_MAX - ret_part->from;
}

bool kcore_add(struct kcore *k, const struct kernel_range *range)
{
	struct cursor c = cursor_make(k->segments.data, k->segments.size, false);

	for (uint64_t i = 0; i < k->header.segments.n; i++) {
		struct elf_segment s = elf_segment_read(&c, is_64(k));

		if (!cursor_ok(&c) || !part_in(&k->parts[k->n_parts], &s, range, room(k)))
			continue;
		k->n_parts++;
		return true;
	}
	return false;
}

static void put_word(struct buffer *b, const struct kcore *k, uint64_t value)
{
	if (is_64(k))
		buffer_put_u64(b, value);
	else
		buffer_put_u32(b, (uint32_t)value);
}

static void put_header(struct buffer *b, const struct kcore *k)
{
	uint16_t size = is_64(k) ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr);

	buffer_append(b, k->ident, sizeof(k->ident));
	buffer_put_u16(b, ET_CORE);
	buffer_put_u16(b, k->header.machine);
	buffer_put_u32(b, EV_CURRENT);
	put_word(b, k, 0);    /* entry */
	put_word(b, k, size); /* program headers */
	put_word(b, k, 0);    /* section headers */
	buffer_put_u32(b, k->flags);
	buffer_put_u16(b, size);
	buffer_put_u16(b, k->header.segments.entry_size);
	buffer_put_u16(b, (uint16_t)k->n_parts);
	buffer_append(b, NULL, 3 * sizeof(uint16_t)); /* of section headers: size, number, names */
}

static void put_segment(struct buffer *b, const struct kcore *k, const struct kcore_part *part, uint64_t at,
			uint64_t page)
{
	const uint32_t flags = PF_R | PF_W | PF_X; /* as all segments of /proc/kcore */

	buffer_put_u32(b, PT_LOAD);
	if (is_64(k))
		buffer_put_u32(b, flags);
	put_word(b, k, at);
	put_word(b, k, part->address);
	put_word(b, k, 0); /* physical address */
	put_word(b, k, part->size);
	put_word(b, k, part->size);
	if (!is_64(k))
		buffer_put_u32(b, flags);
	put_word(b, k, page);
}

static int write_failed(int code, struct error *err)
{
	return error_set(err, code, "the copy of /proc/kcore cannot be written: %s", strerror(-code));
}

static bool is_zero(const uint8_t *data, size_t size)
{
	return !data[0] && !memcmp(data, data + 1, size - 1);
}

/* Writes the pages that are not all zero; adjacent ones in one call. */
static int write_pages(int to, const uint8_t *data, size_t size, uint64_t at, size_t page)
{
	size_t begin = 0;
	int result = 0;

	for (size_t i = 0; i < size && !result; i += page) {
		size_t n = size - i < page ? size - i : page;
		bool is_hole = is_zero(data + i, n);

		if (is_hole && i > begin)
			result = fileio_pwrite(to, data + begin, i - begin, at + begin, NULL);
		if (is_hole)
			begin = i + n;
	}
	if (!result && begin < size)
		result = fileio_pwrite(to, data + begin, size - begin, at + begin, NULL);
	return result;
}

/* The file that parts are copied to, and the buffer of COPY_STEP bytes between. */
struct copy {
	int to;
	size_t page;
	uint8_t *step;
};

static int copy_part(const struct kcore *k, const struct kcore_part *part, const struct copy *copy, uint64_t at,
		     struct error *err)
{
	for (uint64_t done = 0; done < part->size;) {
		size_t n = part->size - done < COPY_STEP ? (size_t)(part->size - done) : COPY_STEP;
		ssize_t there = fileio_pread(k->fd, copy->step, n, part->from + done);
		int result;

		if (there < 0)
			return error_set(err, (int)there, "/proc/kcore: %s", strerror((int)-there));
		if ((size_t)there < n)
			return error_at(err, -ENODATA, part->from + done, ERROR_NO_RECORD,
					"/proc/kcore ends before the kernel's code does");
		result = write_pages(copy->to, copy->step, n, at + done, copy->page);
		if (result)
			return write_failed(result, err);
		done += n;
	}
	return 0;
}

int kcore_write(const struct kcore *k, int to, uint64_t page, struct error *err)
{
	size_t entry = k->header.segments.entry_size;
	uint64_t at, end;
	const struct copy copy = { to, (size_t)page, malloc(COPY_STEP) };
	struct buffer head;
	int result = 0;

	buffer_init(&head);
	put_header(&head, k);
	at = end = align_up(head.size + k->n_parts * entry, page);
	for (size_t i = 0; i < k->n_parts; i++, at = end) {
		put_segment(&head, k, &k->parts[i], at, page);
		end = at + align_up(k->parts[i].size, page);
		if (!result && copy.step)
			result = copy_part(k, &k->parts[i], &copy, at, err);
	}
	if (!copy.step || !buffer_ok(&head))
		result = error_nomem(err);
	if (!result) {
		result = fileio_pwrite(to, head.data, head.size, 0, NULL);
		if (!result && ftruncate(to, (off_t)end))
			result = -errno;
		if (result)
			write_failed(result, err);
	}
	buffer_fini(&head);
	free(copy.step);
	return result;
}

/* The addresses of a range that were seen so far. */
struct seen {
	uint64_t first, last; /* where the first and last symbol or module begin; last 0: none was seen */
	uint64_t end;         /* where the last module ends; 0: not known */
};

static void see(struct seen *s, uint64_t address)
{
	if (!address)
		return;
	if (!s->last || address < s->first)
		s->first = address;
	if (address > s->last)
		s->last = address;
}

static bool is_named(const struct kallsyms_entry *e, const char *name)
{
	return !e->module && kallsyms_is_named(e, name);
}

static struct kernel_range read_kallsyms(const struct buffer *kallsyms, struct seen *text, struct seen *modules)
{
	struct kallsyms_reader reader = kallsyms_open((const char *)kallsyms->data, kallsyms->size);
	struct kernel_range named = { 0 };
	struct kallsyms_entry e;

	while (kallsyms_next(&reader, &e) > 0) {
		if (is_named(&e, "_stext"))
			named.start = e.address;
		else if (is_named(&e, "_etext"))
			named.end = e.address;
		if (kallsyms_type_is_function(e.type))
			see(e.module ? modules : text, e.address);
	}
	return named;
}

static void read_modules(const struct buffer *list, struct seen *modules)
{
	const char *text = list->size ? (const char *)list->data : "";
	struct proc_module m;

	while (proc_modules_next(&m, &text)) {
		see(modules, m.start);
		if (m.start && m.size <= UINT64_MAX - m.start && m.start + m.size > modules->end)
			modules->end = m.start + m.size;
	}
}

static struct kernel_range whole_pages(uint64_t start, uint64_t end, uint64_t page)
{
	struct kernel_range range = { start & ~(page - 1), align_up(end, page) };

	return range.start < range.end ? range : (struct kernel_range){ 0 };
}

/* Makes a range of whole pages. The size of the last function is not known: a page is assumed. */
static struct kernel_range range_of(const struct seen *s, uint64_t page)
{
	uint64_t end = s->last <= UINT64_MAX - 2 * page ? s->last + page : s->last;

	return s->last ? whole_pages(s->first, s->end > end ? s->end : end, page) : (struct kernel_range){ 0 };
}

struct kernel_ranges kernel_ranges_find(const struct buffer *kallsyms, const struct buffer *modules, uint64_t page)
{
	struct seen text = { 0 }, code = { 0 };
	struct kernel_range named = read_kallsyms(kallsyms, &text, &code);

	read_modules(modules, &code);
	return (struct kernel_ranges){
		.text = named.start && named.start < named.end ? whole_pages(named.start, named.end, page)
							       : range_of(&text, page),
		.modules = range_of(&code, page),
	};
}
