#include "report/source/source_module.h"

#include "common/buffer.h"
#include "report/source/source_window.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Addresses for sections that the kernel puts elsewhere, or at an unknown address. 32 bits are enough. */
#define ELSEWHERE_BEGIN 0x40000000u
#define ELSEWHERE_END   0xf0000000u

/* Free addresses, for sections one after another. */
struct address_range {
	GElf_Addr at, end;
};

/* Takes addresses for a section, whose size and alignment are untrusted. False: no room. */
static bool range_take(struct address_range *s, const GElf_Shdr *section, GElf_Addr *ret_address)
{
	GElf_Xword align = section->sh_addralign;
	GElf_Addr at = align && !(align & (align - 1)) ? align_up(s->at, align) : s->at;

	if (at < s->at || at > s->end || section->sh_size > s->end - at)
		return false;
	*ret_address = at;
	s->at = at + section->sh_size;
	return true;
}

static bool begins_with(const char *name, const char *prefix)
{
	return !strncmp(name, prefix, strlen(prefix));
}

/*
 * The kernel lays out a module's code in the order of its sections, without .init (layout_sections() in
 * kernel/module/main.c). Whether it loads .exit depends on CONFIG_MODULE_UNLOAD, so addresses after .exit are unknown.
 * All addresses are unknown if a section precedes .text, since on arm64 the kernel may enlarge it.
 */
enum part { PART_DATA, PART_TEXT, PART_CODE, PART_INIT, PART_EXIT };

static enum part part_of(const char *name, const GElf_Shdr *s)
{
	if ((s->sh_flags & (SHF_ALLOC | SHF_EXECINSTR)) != (SHF_ALLOC | SHF_EXECINSTR))
		return PART_DATA;
	if (!strcmp(name, ".text"))
		return PART_TEXT;
	return begins_with(name, ".init") ? PART_INIT : begins_with(name, ".exit") ? PART_EXIT : PART_CODE;
}

/* *ret_end: end of the code. False: no .text, or its address is unknown. */
static bool lay_out_sections(struct source_module *m, Elf *elf, GElf_Addr *ret_end)
{
	struct address_range code = { SOURCE_MODULE_TEXT, ELSEWHERE_BEGIN },
			     elsewhere = { ELSEWHERE_BEGIN, ELSEWHERE_END };
	bool has_text = false, is_known = true;
	size_t names;

	if (elf_getshdrstrndx(elf, &names) || elf_getshdrnum(elf, &m->n))
		return false;
	m->addresses = calloc(m->n + 1, sizeof(*m->addresses));
	if (!m->addresses)
		return false;
	for (size_t i = 1; i < m->n; i++) {
		GElf_Shdr s;
		const char *name = gelf_getshdr(elf_getscn(elf, i), &s) ? elf_strptr(elf, names, s.sh_name) : NULL;
		enum part part = name ? part_of(name, &s) : PART_DATA;

		if (!name || (part == PART_CODE && !has_text && s.sh_size))
			return false;
		has_text = has_text || part == PART_TEXT;
		is_known = is_known && part != PART_EXIT;
		if (!(s.sh_flags & SHF_ALLOC))
			continue;
		if (!range_take((part == PART_TEXT || part == PART_CODE) && is_known ? &code : &elsewhere, &s,
				&m->addresses[i]))
			return false;
	}
	*ret_end = code.at;
	return has_text;
}

/* --- what libdwfl calls ------------------------------------------------------------------ */

static int give_elf(Dwfl_Module *module, void **userdata, const char *name, Dwarf_Addr base, char **ret_path, Elf **elf)
{
	struct source_module *m = *userdata;
	int fd = m->fd;

	(void)module;
	(void)base;
	*ret_path = strdup(name);
	*elf = m->elf;
	m->elf = NULL;
	m->fd = -1;
	return fd;
}

/* Other modules search separate debug files. */
static int give_no_debug(Dwfl_Module *module, void **userdata, const char *name, Dwarf_Addr base, const char *path,
			 const char *link, GElf_Word crc, char **ret_path)
{
	(void)module;
	(void)userdata;
	(void)name;
	(void)base;
	(void)path;
	(void)link;
	(void)crc;
	(void)ret_path;
	return -1;
}

static int give_address(Dwfl_Module *module, void **userdata, const char *name, Dwarf_Addr base, const char *section,
			GElf_Word number, const GElf_Shdr *header, Dwarf_Addr *ret_address)
{
	const struct source_module *m = *userdata;

	(void)module;
	(void)name;
	(void)base;
	(void)section;
	(void)header;
	*ret_address = number < m->n ? m->addresses[number] : (Dwarf_Addr)-1;
	return DWARF_CB_OK;
}

static const Dwfl_Callbacks callbacks = { .find_elf = give_elf,
					  .find_debuginfo = give_no_debug,
					  .section_address = give_address };

/* --- opening ----------------------------------------------------------------------------- */

static bool module_read(struct source_module *m, GElf_Addr end, Elf **ret_elf, Dwarf **ret_dwarf)
{
	Dwfl_Module *module = dwfl_report_module(m->dwfl, "module", SOURCE_MODULE_TEXT, end);
	void **userdata;
	GElf_Addr bias;

	if (!module || !dwfl_module_info(module, &userdata, NULL, NULL, NULL, NULL, NULL, NULL))
		return false;
	*userdata = m;
	if (dwfl_report_end(m->dwfl, NULL, NULL))
		return false;
	*ret_dwarf = dwfl_module_getdwarf(module, &bias);
	*ret_elf = *ret_dwarf ? dwarf_getelf(*ret_dwarf) : NULL;
	return *ret_elf;
}

bool source_module_open(struct source_module *m, int fd, Elf **ret_elf, Dwarf **ret_dwarf)
{
	GElf_Addr end = 0;

	/* libdwfl writes relocations to the mapping. */
	*m = (struct source_module){ .fd = fd, .elf = elf_begin(fd, ELF_C_READ_MMAP_PRIVATE, NULL) };
	if (m->elf && lay_out_sections(m, m->elf, &end)) {
		source_unpack(&m->unpacked, m->elf);
		m->dwfl = dwfl_begin(&callbacks);
	}
	if (m->dwfl && module_read(m, end, ret_elf, ret_dwarf))
		return true;
	source_module_close(m);
	return false;
}

void source_module_close(struct source_module *m)
{
	if (m->dwfl)
		dwfl_end(m->dwfl);
	elf_end(m->elf);
	source_unpacked_fini(&m->unpacked);
	if (m->fd >= 0)
		close(m->fd);
	free(m->addresses);
	*m = (struct source_module){ .fd = -1 };
}
