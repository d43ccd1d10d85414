#include "report/elf/symtab.h"

#include "common/memory.h"
#include "common/sorting.h"

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
	pages_free(t->symbols, t->capacity * sizeof(*t->symbols));
	free(t->outer);
	free(t->chosen);
	free(t->marks);
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
	symbols = pages_resize(t->symbols, t->capacity * sizeof(*symbols), capacity * sizeof(*symbols));
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

/* Returns the first symbol from `from` on that starts before its predecessor; t->n: there is none. */
static uint32_t symtab_first_unsorted(const struct symtab *t, uint32_t from)
{
	uint32_t i = from ? from : 1;

	while (i < t->n && t->symbols[i].start >= t->symbols[i - 1].start)
		i++;
	return i < t->n ? i : t->n;
}

/*
 * Sorts by start. Equal ones keep their order, on which the choice among aliases depends (qsort is not stable). Symbols
 * before `first` are sorted already; only those that begin after the least of the rest are moved.
 */
static int symtab_sort_rest(struct symtab *t, uint32_t first)
{
	uint32_t n = t->n - first;
	struct key_index *keys = malloc(2 * (size_t)n * sizeof(*keys));
	struct symbol *rest = malloc((size_t)n * sizeof(*rest));
	struct key_index *sorted;

	if (!keys || !rest) {
		free(keys);
		free(rest);
		return -ENOMEM;
	}
	for (uint32_t i = 0; i < n; i++)
		keys[i] = (struct key_index){ .key = t->symbols[first + i].start, .index = i };
	sorted = key_sort(keys, n);
	memcpy(rest, t->symbols + first, (size_t)n * sizeof(*rest));
	for (uint32_t to = t->n; n;) {
		const struct symbol *next = &rest[sorted[n - 1].index];

		if (first && t->symbols[first - 1].start > next->start) {
			t->symbols[--to] = t->symbols[--first];
		} else {
			t->symbols[--to] = *next;
			n--;
		}
	}
	free(keys);
	free(rest);
	return 0;
}

static int symtab_sort(struct symtab *t)
{
	uint32_t first = symtab_first_unsorted(t, t->n_indexed);

	return first == t->n ? 0 : symtab_sort_rest(t, first);
}

/* Returns the end of the page after addr's; of addr's own page if addr is its first byte. */
static uint64_t symtab_page_after(uint64_t addr)
{
	uint64_t end = (addr + PAGE - 1) / PAGE * PAGE + PAGE;

	return end > addr ? end : UINT64_MAX;
}

/*
 * A symbol without a size ends where the next begins. At the edges of the kernel and of modules it ends with a page, so
 * that the last function before a gap does not get the gap.
 */
static void symtab_fill_end(const struct symtab *t, uint32_t i)
{
	struct symbol *s = &t->symbols[i];

	if (s->end != s->start)
		return;
	if (i + 1 == t->n || s->module != s[1].module)
		s->end = symtab_page_after(s->start);
	else
		s->end = s[1].start;
}

/* C1/C2/C3 and D0/D1/D2, the parts of one constructor or destructor: they demangle to the same name. */
static bool symtab_same_structor(const char *a, const char *b)
{
	size_t i = 0;

	while (i < SYMTAB_MAX_COMPARED && a[i] && a[i] == b[i])
		i++;
	return i > 2 && (a[i - 1] == 'C' || a[i - 1] == 'D') && a[i] >= '0' && a[i] <= '5' && b[i] >= '0' &&
	       b[i] <= '5' && strncmp(a + i + 1, b + i + 1, SYMTAB_MAX_COMPARED) == 0;
}

static size_t symtab_underscores(const char *name)
{
	size_t n = 0;

	while (n < SYMTAB_MAX_COMPARED && name[n] == '_')
		n++;
	return n;
}

/* Above 0: a is the better name, below 0: b is. */
static int symtab_compare_names(const char *a, const char *b)
{
	size_t underscores_a = symtab_underscores(a);
	size_t underscores_b = symtab_underscores(b);
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

/* Whether b is preferred to a, which precedes it. *left: how many more names may be demangled. */
static bool symtab_prefers_second(const struct symtab *t, const struct symbol *a, const struct symbol *b,
				  unsigned *left)
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
	if (t->style == DEMANGLE_NONE || !*left ||
	    (!demangle_may_be_mangled(name_a) && !demangle_may_be_mangled(name_b)))
		return symtab_compare_names(name_a, name_b) < 0;
	if (strncmp(name_a, name_b, SYMTAB_MAX_COMPARED) == 0 || symtab_same_structor(name_a, name_b))
		return false;
	--*left;
	return symtab_compare_demangled(name_a, name_b, t->style) < 0;
}

/* Removes labels within functions that have a size, from the sorted symbols. */
static void symtab_drop_labels(struct symtab *t)
{
	uint64_t end = 0; /* the furthest end of the functions that begin before the symbol */
	uint32_t n = 0;

	for (uint32_t i = 0; i < t->n;) {
		uint64_t start = t->symbols[i].start, reach = end;

		for (; i < t->n && t->symbols[i].start == start; i++) {
			const struct symbol *s = &t->symbols[i];

			if (s->end == start && symbol_type(s) == STT_NOTYPE && start < end)
				continue;
			if ((symbol_type(s) == STT_FUNC || symbol_type(s) == STT_GNU_IFUNC) && s->end > reach)
				reach = s->end;
			t->symbols[n++] = *s;
		}
		end = reach;
	}
	t->n = n;
}

/*
 * Fills outer[] by a stack of the symbols that are open at each start. Symbols of one address are one entry, the
 * longest of them.
 */
static int symtab_link_outer(struct symtab *t)
{
	uint32_t open = 0;

	t->outer = malloc((size_t)t->n * sizeof(*t->outer));
	if (!t->outer)
		return -ENOMEM;
	for (uint32_t i = 0; i < t->n;) {
		uint64_t start = t->symbols[i].start;
		uint32_t longest = i;

		while (open && t->symbols[open - 1].end <= start)
			open = t->outer[open - 1];
		for (; i < t->n && t->symbols[i].start == start; i++) {
			t->outer[i] = open;
			if (t->symbols[i].end > t->symbols[longest].end)
				longest = i;
		}
		open = longest + 1;
	}
	return 0;
}

/* The arrays made in one pass over the sorted symbols, and whether there are aliases and overlaps. */
static void symtab_run(struct symtab *t, bool *ret_aliases, bool *ret_overlaps)
{
	uint64_t end = 0; /* end of the longest symbol with this start */

	*ret_aliases = *ret_overlaps = false;
	for (uint32_t i = 0; i < t->n; i++) {
		const struct symbol *s = &t->symbols[i];
		bool alias = i && s[-1].start == s->start;

		symtab_fill_end(t, i);
		if (i % SYMTAB_MARK == 0)
			t->marks[i / SYMTAB_MARK] = s->start;
		*ret_aliases |= alias;
		*ret_overlaps |= !alias && end > s->start;
		end = alias && end > s->end ? end : s->end;
	}
}

static int symtab_finish(struct symtab *t)
{
	bool aliases, overlaps;

	symtab_drop_labels(t);
	t->n_marks = (t->n + SYMTAB_MARK - 1) / SYMTAB_MARK;
	t->marks = malloc((t->n_marks + 1) * sizeof(*t->marks));
	if (!t->marks)
		return -ENOMEM;
	symtab_run(t, &aliases, &overlaps);
	if (aliases) {
		t->chosen = calloc(t->n, sizeof(*t->chosen));
		if (!t->chosen)
			return -ENOMEM;
	}
	return overlaps ? symtab_link_outer(t) : 0;
}

int symtab_index(struct symtab *t)
{
	int ret = t->failed;

	if (!ret)
		ret = symtab_sort(t);
	t->n_indexed = 0;
	free(t->marks);
	free(t->outer);
	free(t->chosen);
	t->marks = NULL;
	t->outer = NULL;
	t->chosen = NULL;
	if (!ret)
		ret = symtab_finish(t);
	t->n_indexed = ret ? 0 : t->n;
	return ret;
}

/* Counts the symbols that start at or before addr. Searches the marks first, which stay in the CPU's caches. */
static uint32_t symtab_upper_bound(const struct symtab *t, uint64_t addr)
{
	uint32_t n_marks = t->n_indexed ? t->n_marks : 0;
	uint32_t mark = BISECT(0, n_marks, i, t->marks[i] <= addr);
	uint32_t first = mark ? (mark - 1) * SYMTAB_MARK : 0;
	uint32_t end = mark * SYMTAB_MARK < t->n_indexed ? mark * SYMTAB_MARK : t->n_indexed;

	return BISECT(first, end, i, t->symbols[i].start <= addr);
}

/* The first of the symbols at the same address. */
static uint32_t symtab_first_alias(const struct symtab *t, uint32_t i)
{
	while (i && t->symbols[i - 1].start == t->symbols[i].start)
		i--;
	return i;
}

/*
 * Returns the symbol that is kept of those at the same address. Chooses on first use, since names may have to be
 * demangled, and stores the choice. Threads may choose at the same time; they choose the same.
 */
static uint32_t symtab_choose(const struct symtab *t, uint32_t i)
{
	unsigned left = SYMTAB_MAX_DEMANGLED;
	uint32_t best = t->chosen ? __atomic_load_n(&t->chosen[i], __ATOMIC_RELAXED) : i + 1;

	if (best)
		return best - 1;
	best = symtab_first_alias(t, i);
	for (uint32_t next = best + 1; next < t->n_indexed && t->symbols[next].start == t->symbols[i].start; next++) {
		if (symtab_prefers_second(t, &t->symbols[best], &t->symbols[next], &left))
			best = next;
	}
	__atomic_store_n(&t->chosen[i], best + 1, __ATOMIC_RELAXED);
	return best;
}

static void symtab_cut_aliases(struct symtab *t, uint32_t i, uint64_t address)
{
	uint64_t start = t->symbols[i].start;

	for (i = symtab_first_alias(t, i); i < t->n_indexed && t->symbols[i].start == start; i++) {
		if (t->symbols[i].end > address)
			t->symbols[i].end = address;
	}
}

void symtab_cut(struct symtab *t, uint64_t address)
{
	uint32_t i = address ? symtab_upper_bound(t, address - 1) : 0;

	for (unsigned steps = 0; i && steps < SYMTAB_MAX_NESTING; steps++) {
		symtab_cut_aliases(t, i - 1, address);
		i = t->outer ? t->outer[i - 1] : 0;
	}
}

const struct symbol *symtab_find(const struct symtab *t, uint64_t addr)
{
	uint32_t i = symtab_upper_bound(t, addr);

	for (unsigned steps = 0; i && steps < SYMTAB_MAX_NESTING; steps++) {
		uint32_t best = symtab_choose(t, i - 1);

		if (addr < t->symbols[best].end)
			return &t->symbols[best];
		i = t->outer ? t->outer[i - 1] : 0;
	}
	return NULL;
}
