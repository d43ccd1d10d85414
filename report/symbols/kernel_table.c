#include "report/symbols/kernel_table.h"

#include "common/fileio.h"
#include "common/procfs.h"
#include "formats/text/kallsyms.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#define KALLSYMS_FIRST_READ (8u << 20)

struct kallsyms_load {
	struct kernel_table *t;
	const char *reloc_name; /* NULL: none to look for */
	size_t reloc_name_size;
	uint64_t reloc_address; /* found */
	bool reloc_found;
	bool nonzero; /* any address but 0 seen */
	int area;
	const char *last_module; /* symbols of a module stand together: most lines name the one before */
	size_t last_module_size;
	uint32_t last_module_id;
};

int kernel_table_init(struct kernel_table *t)
{
	*t = (struct kernel_table){ 0 };
	symtab_init(&t->symbols, DEMANGLE_NONE);
	buffer_init(&t->text);
	return strtab_init(&t->modules);
}

void kernel_table_fini(struct kernel_table *t)
{
	symtab_fini(&t->symbols);
	strtab_fini(&t->modules);
	buffer_fini(&t->text);
	memset(t, 0, sizeof(*t));
}

int kernel_table_read_kallsyms(struct kernel_table *t, int fd, const char *path, struct error *err)
{
	struct buffer *text = &t->text;
	struct stat st;
	uint64_t size = fstat(fd, &st) ? 0 : (uint64_t)st.st_size;
	int ret = 0;

	/* /proc files have size 0: read to the end. Asking for one byte more shows that a file of known size ends
	 * there. */
	for (size_t step = size && size < KALLSYMS_MAX ? size + 1 : KALLSYMS_FIRST_READ;; step = text->size) {
		uint8_t *to = buffer_reserve(text, step + 1);
		ssize_t n = to ? fileio_read(fd, to, step) : -ENOMEM;

		if (n < 0)
			ret = error_set(err, (int)n, "%s: %s", path, strerror((int)-n));
		else
			text->size += (size_t)n;
		if (!ret && text->size > KALLSYMS_MAX)
			ret = error_set(err, -E2BIG, "%s: more than %u MiB", path, KALLSYMS_MAX >> 20);
		if (ret || (size_t)n < step)
			break;
	}
	close(fd);
	if (!ret)
		text->data[text->size] = 0;
	return ret;
}

static uint32_t kallsyms_module_id(struct kallsyms_load *l, const struct kallsyms_entry *e)
{
	uint32_t id;

	if (!e->module)
		return 0;
	if (l->last_module && e->module_size == l->last_module_size &&
	    memcmp(e->module, l->last_module, e->module_size) == 0)
		return l->last_module_id;
	id = strtab_add(&l->t->modules, e->module, e->module_size);
	l->last_module = e->module;
	l->last_module_size = e->module_size;
	l->last_module_id = id;
	return id;
}

/* As nm writes it: upper case is global; text and weak text are functions. */
static uint8_t kallsyms_info(char type)
{
	unsigned binding = type == 'W' ? STB_WEAK : isupper((unsigned char)type) ? STB_GLOBAL : STB_LOCAL;
	unsigned kind = kallsyms_type_is_function(type) ? STT_FUNC : STT_OBJECT;

	return (uint8_t)ELF64_ST_INFO(binding, kind);
}

static bool kallsyms_is_reloc(const struct kallsyms_load *l, const struct kallsyms_entry *e)
{
	return l->reloc_name && !l->reloc_found && !e->module && l->reloc_name_size == e->name_size &&
	       memcmp(l->reloc_name, e->name, e->name_size) == 0;
}

static void kallsyms_take(struct kallsyms_load *l, const struct kallsyms_entry *e)
{
	struct symbol s = { .start = e->address, .end = e->address, .area = (uint8_t)l->area };
	uint32_t module;

	l->nonzero |= e->address != 0;
	if (kallsyms_is_reloc(l, e)) {
		l->reloc_found = true;
		l->reloc_address = e->address;
	}
	if (!kallsyms_type_is_wanted(e->type) || e->name[0] == '$')
		return;
	module = kallsyms_module_id(l, e);
	if (module > UINT16_MAX)
		return;
	s.module = (uint16_t)module;
	s.name = (uint32_t)(e->name - (const char *)l->t->text.data);
	s.info = kallsyms_info(e->type);
	symtab_add(&l->t->symbols, s);
}

/*
 * The names are ended in place, once the line is taken; the module's name before that is still needed as it stood only
 * within its brackets, which come after the name.
 */
static void kallsyms_end_name(const struct kernel_table *t, const struct kallsyms_entry *e)
{
	t->text.data[(size_t)(e->name - (const char *)t->text.data) + e->name_size] = 0;
}

int kernel_table_fill_kallsyms(struct kernel_table *t, const char *path, const struct kernel_identity *kernel,
			       struct error *err)
{
	char advice[KERNEL_POINTERS_ADVICE_MAX];
	struct kallsyms_load l = { .t = t, .reloc_name = kernel->reloc_name };
	struct kallsyms_reader reader;
	struct kallsyms_entry e;
	int ret;

	if (l.reloc_name)
		l.reloc_name_size = strlen(l.reloc_name);
	l.area = symtab_add_area(&t->symbols, (const char *)t->text.data, t->text.size + 1);
	if (l.area < 0)
		return error_set(err, l.area, "%s: too large", path);
	reader = kallsyms_open((const char *)t->text.data, t->text.size);
	while (kallsyms_next(&reader, &e) > 0) {
		kallsyms_take(&l, &e);
		kallsyms_end_name(t, &e);
	}
	if (!l.nonzero)
		return error_set(err, -EACCES, "%s: only zero addresses are shown to this user: %s", path,
				 kernel_pointers_advice(advice));
	if (l.reloc_name && !l.reloc_found)
		return error_set(err, -ESTALE, "%s: no symbol %s, which the recorded kernel has", path, l.reloc_name);
	t->delta = l.reloc_name ? l.reloc_address - kernel->reloc_address : 0;
	t->has_modules = true;
	ret = symtab_index(&t->symbols);
	return ret ? error_set(err, ret, "%s: %s", path, strerror(-ret)) : 0;
}

uint32_t kernel_table_module(const struct kernel_table *t, const char *name)
{
	size_t size = strcspn(name + (*name == '['), "]");
	char normal[NAME_MAX + 1];
	uint32_t id;

	name += *name == '[';
	if (!t->has_modules || !size || size > NAME_MAX)
		return 0;
	for (size_t i = 0; i < size; i++)
		normal[i] = name[i] == '-' ? '_' : name[i];
	id = strtab_find(&t->modules, normal, size);
	if (id == STRTAB_NONE)
		id = strtab_find(&t->modules, name, size);
	return id == STRTAB_NONE || id > UINT16_MAX ? 0 : id;
}
