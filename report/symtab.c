#include "report/symtab.h"

#include <errno.h>
#include <stdlib.h>

#define PAGE 4096u

void symtab_init(struct symtab *t, enum demangle_style style)
{
	*t = (struct symtab){ .style = style, .n_areas = 1 };
	buffer_init(&t->own_names);
}

void symtab_fini(struct symtab *t)
{
	free(t->symbols);
	free(t->outer);
	buffer_fini(&t->own_names);
	*t = (struct symtab){ 0 };
}

int symtab_add_area(struct symtab *t, const char *text, size_t size)
{
	if (t->n_areas == SYMTAB_MAX_AREAS || size > UINT32_MAX)
		return -E2BIG;
	while (size && text[size - 1])
		size--;
	t->areas[t->n_areas] = (struct symtab_area){ .text = text, .size = size };
	return (int)t->n_areas++;
}

static bool symtab_grow(struct symtab *t)
{
	uint32_t capacity = t->capacity ? t->capacity * 2 : 256;
	struct symbol *symbols;

	if (t->n >= SYMTAB_MAX_SYMBOLS) {
		t->failed = -E2BIG;
		return false;
	}
	symbols = realloc(t->symbols, capacity * sizeof(*symbols));
	if (!symbols) {
		t->failed = -ENOMEM;
		return false;
	}
	t->symbols = symbols;
	t->capacity = capacity;
	return true;
}

static void symtab_append(struct symtab *t, const struct symbol *symbol)
{
	if (t->failed || (t->n == t->capacity && !symtab_grow(t)))
		return;
	t->symbols[t->n] = *symbol;
	if (symbol->end < symbol->start)
		t->symbols[t->n].end = UINT64_MAX;
	t->n++;
}

void symtab_add(struct symtab *t, struct symbol symbol)
{
	if (symbol.area < t->n_areas && symbol.name < t->areas[symbol.area].size)
		symtab_append(t, &symbol);
}

void symtab_add_copy(struct symtab *t, struct symbol symbol, const char *name)
{
	size_t size = strlen(name) + 1;

	if (t->own_names.size + size > UINT32_MAX) {
		t->failed = -E2BIG;
		return;
	}
	symbol.area = 0;
	symbol.name = (uint32_t)t->own_names.size;
	if (!buffer_append(&t->own_names, name, size)) {
		t->failed = -ENOMEM;
		return;
	}
	symtab_append(t, &symbol);
}

const char *symtab_name(const struct symtab *t, const struct symbol *symbol)
{
	const char *text = symbol->area ? t->areas[symbol->area].text : (const char *)t->own_names.data;

	return text + symbol->name;
}

static bool symtab_is_sorted(const struct symtab *t)
{
	for (uint32_t i = 1; i < t->n; i++) {
		if (t->symbols[i].start < t->symbols[i - 1].start)
			return false;
	}
	return true;
}

/* One pass of a radix sort: from -> to, stable, by one byte of start. */
static void symtab_sort_pass(const struct symbol *from, struct symbol *to, uint32_t n, unsigned shift)
{
	uint32_t at[257] = { 0 };

	for (uint32_t i = 0; i < n; i++)
		at[(uint8_t)(from[i].start >> shift) + 1]++;
	for (unsigned b = 1; b < 256; b++)
		at[b] += at[b - 1];
	for (uint32_t i = 0; i < n; i++)
		to[at[(uint8_t)(from[i].start >> shift)]++] = from[i];
}

/*
 * By start, equals in their order of adding, which the choice among aliases depends on (qsort promises no such order).
 * Bytes that are the same in all addresses cost nothing.
 */
static int symtab_sort(struct symtab *t)
{
	struct symbol *from = t->symbols;
	struct symbol *to;
	uint64_t differ = 0;

	if (symtab_is_sorted(t))
		return 0;
	to = malloc(t->capacity * sizeof(*to));
	if (!to)
		return -ENOMEM;
	for (uint32_t i = 1; i < t->n; i++)
		differ |= t->symbols[i].start ^ t->symbols[0].start;
	for (unsigned shift = 0; shift < 64; shift += 8) {
		struct symbol *swap = from;

		if (!((differ >> shift) & 0xff))
			continue;
		symtab_sort_pass(from, to, t->n, shift);
		from = to;
		to = swap;
	}
	t->symbols = from;
	free(to);
	return 0;
}

/* The end of the page behind addr's, or of addr's when it is the first of its page. */
static uint64_t symtab_page_behind(uint64_t addr)
{
	uint64_t end = (addr + PAGE - 1) / PAGE * PAGE + PAGE;

	return end > addr ? end : UINT64_MAX;
}

/*
 * A symbol without a size ends where the next begins. At the edges of the kernel and of modules it ends with a page, so
 * that the last function before a gap does not get the gap.
 */
static void symtab_fill_ends(struct symtab *t)
{
	for (uint32_t i = 0; i < t->n; i++) {
		struct symbol *s = &t->symbols[i];

		if (s->end != s->start)
			continue;
		if (i + 1 == t->n || s->module != s[1].module)
			s->end = symtab_page_behind(s->start);
		else
			s->end = s[1].start;
	}
}

/* C1/C2/C3 and D0/D1/D2, the parts of one constructor or destructor: they demangle to the same name. */
static bool symtab_same_structor(const char *a, const char *b)
{
	size_t i = 0;

	while (i < SYMTAB_MAX_COMPARED && a[i] && a[i] == b[i])
		i++;
	return i > 2 && (a[i - 1] == 'C' || a[i - 1] == 'D') && a[i] >= '0' && a[i] <= '5' && b[i] >= '0' &&
	       b[i] <= '5' && strcmp(a + i + 1, b + i + 1) == 0;
}

/* Above 0: a is the better name, below 0: b is. */
static int symtab_compare_names(const char *a, const char *b)
{
	size_t underscores_a = strspn(a, "_");
	size_t underscores_b = strspn(b, "_");
	size_t size_a, size_b;

	if (underscores_a != underscores_b)
		return underscores_a < underscores_b ? 1 : -1;
	size_a = strnlen(a, SYMTAB_MAX_COMPARED);
	size_b = strnlen(b, SYMTAB_MAX_COMPARED);
	if (size_a != size_b)
		return size_a > size_b ? 1 : -1;
	return strncmp(a, "SyS", 3) == 0 || strncmp(a, "compat_SyS", 10) == 0 ? -1 : 1;
}

static int symtab_compare_demangled(const char *a, const char *b, enum demangle_style style)
{
	char *readable_a = demangle_name(a, style);
	char *readable_b = demangle_name(b, style);
	int better = symtab_compare_names(readable_a ? readable_a : a, readable_b ? readable_b : b);

	free(readable_a);
	free(readable_b);
	return better;
}

/* Whether b is to be preferred to a, which stands before it. */
static bool symtab_prefers_second(const struct symtab *t, const struct symbol *a, const struct symbol *b)
{
	const char *name_a, *name_b;
	bool empty_a = a->end == a->start;
	bool empty_b = b->end == b->start;

	if (t->last_wins)
		return true;
	if (empty_a != empty_b)
		return empty_a;
	if (symbol_type(a) != symbol_type(b) && (symbol_type(a) == STT_NOTYPE || symbol_type(b) == STT_NOTYPE))
		return symbol_type(a) == STT_NOTYPE;
	if ((symbol_binding(a) == STB_WEAK) != (symbol_binding(b) == STB_WEAK))
		return symbol_binding(a) == STB_WEAK;
	if ((symbol_binding(a) == STB_GLOBAL) != (symbol_binding(b) == STB_GLOBAL))
		return symbol_binding(b) == STB_GLOBAL;
	name_a = symtab_name(t, a);
	name_b = symtab_name(t, b);
	if (t->style == DEMANGLE_NONE || (name_a[0] != '_' && name_b[0] != '_'))
		return symtab_compare_names(name_a, name_b) < 0;
	if (strncmp(name_a, name_b, SYMTAB_MAX_COMPARED) == 0 || symtab_same_structor(name_a, name_b))
		return false;
	return symtab_compare_demangled(name_a, name_b, t->style) < 0;
}

static void symtab_drop_lesser(struct symtab *t)
{
	uint32_t kept = 0;

	for (uint32_t i = 1; i < t->n; i++) {
		struct symbol *best = &t->symbols[kept];
		const struct symbol *next = &t->symbols[i];

		if (best->start != next->start)
			t->symbols[++kept] = *next;
		else if (symtab_prefers_second(t, best, next))
			*best = *next;
	}
	if (t->n)
		t->n = kept + 1;
}

static bool symtab_overlaps(const struct symtab *t)
{
	for (uint32_t i = 1; i < t->n; i++) {
		if (t->symbols[i - 1].end > t->symbols[i].start)
			return true;
	}
	return false;
}

/* outer[i]: a stack of the symbols still open at each start; what ended is popped. */
static int symtab_link_outer(struct symtab *t)
{
	uint32_t open = 0;

	free(t->outer);
	t->outer = NULL;
	if (!symtab_overlaps(t))
		return 0;
	t->outer = malloc(t->n * sizeof(*t->outer));
	if (!t->outer)
		return -ENOMEM;
	for (uint32_t i = 0; i < t->n; i++) {
		while (open && t->symbols[open - 1].end <= t->symbols[i].start)
			open = t->outer[open - 1];
		t->outer[i] = open;
		open = i + 1;
	}
	return 0;
}

int symtab_settle(struct symtab *t)
{
	int ret = t->failed;

	t->n_settled = 0;
	if (!ret)
		ret = symtab_sort(t);
	if (ret)
		return ret;
	symtab_fill_ends(t);
	symtab_drop_lesser(t);
	ret = symtab_link_outer(t);
	t->n_settled = ret ? 0 : t->n;
	return ret;
}

/* The number of symbols that start at or before addr. */
static uint32_t symtab_upper_bound(const struct symtab *t, uint64_t addr)
{
	uint32_t low = 0, high = t->n_settled;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (t->symbols[mid].start <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

void symtab_cut(struct symtab *t, uint64_t address)
{
	uint32_t i = address ? symtab_upper_bound(t, address - 1) : 0;

	for (unsigned steps = 0; i && steps < SYMTAB_MAX_NESTING; steps++) {
		if (t->symbols[i - 1].end > address)
			t->symbols[i - 1].end = address;
		i = t->outer ? t->outer[i - 1] : 0;
	}
}

const struct symbol *symtab_find(const struct symtab *t, uint64_t addr)
{
	uint32_t i = symtab_upper_bound(t, addr);

	for (unsigned steps = 0; i && steps < SYMTAB_MAX_NESTING; steps++) {
		if (addr < t->symbols[i - 1].end)
			return &t->symbols[i - 1];
		i = t->outer ? t->outer[i - 1] : 0;
	}
	return NULL;
}
