#include "record/buildid/kernel_ranges.h"

#include "formats/text/kallsyms.h"
#include "formats/text/proc_modules.h"

/* What is known of one of the ranges while lines are read. The end is that of a symbol's start, or of a module. */
struct seen {
	uint64_t first;
	uint64_t last; /* 0: nothing */
	uint64_t end;  /* of a module; 0: not known */
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

/* How long the last function is, is not known: a page is taken. */
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
