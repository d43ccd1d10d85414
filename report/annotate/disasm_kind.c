#include "report/annotate/disasm_kind.h"

#include "common/bytes.h"

#include <elf.h>
#include <stdbool.h>
#include <string.h>

#ifndef EM_LOONGARCH
#define EM_LOONGARCH 258
#endif

/* Lists of mnemonics, each with a blank before and behind. */
static const struct flow_words {
	uint16_t machine;
	const char *calls, *returns;
} machines[] = {
	{ EM_X86_64, " call callq lcall lcallq ",
	  " ret retq retf lret lretq iret iretq iretd sysret sysretq sysexit " },
	{ EM_386, " call calll lcall lcalll ", " ret retl retf lret lretl iret iretl iretd sysexit " },
	{ EM_AARCH64, " bl blr blraa blrab blraaz blrabz ", " ret retaa retab eret eretaa eretab " },
	{ EM_PPC64, " bl bla bctrl blrl ", " blr rfid hrfid rfscv " },
	{ EM_S390, " bras brasl basr bas jas jasl ", " lpswe " },
	{ EM_RISCV, " jal jalr call ", " ret mret sret " },
	{ EM_MIPS, " jal jalr bal jalx ", " eret " },
	{ EM_LOONGARCH, " bl ", " ret ertn " },
};

/* Prefixes of x86 stand before the mnemonic. */
static const char *mnemonic(const char *text, size_t *ret_size)
{
	static const char prefixes[] = " notrack bnd rep repz data16 addr32 ";

	for (;; text += *ret_size + strspn(text + *ret_size, " ")) {
		char word[16];

		*ret_size = strcspn(text, " ");
		if (*ret_size + 3 > sizeof(word) || !text[*ret_size])
			return text;
		word[0] = ' ';
		memcpy(word + 1, text, *ret_size);
		memcpy(word + 1 + *ret_size, " ", 2);
		if (!strstr(prefixes, word))
			return text;
	}
}

static bool has_word(const char *list, const char *word, size_t size)
{
	for (const char *at = list; (at = strchr(at, ' ')) && *++at;)
		if (!strncmp(at, word, size) && at[size] == ' ')
			return true;
	return false;
}

enum disasm_kind disasm_kind(uint16_t machine, const char *text, int is_branch)
{
	size_t size;
	const char *word = mnemonic(text, &size);

	for (size_t i = 0; i < ARRAY_SIZE(machines); i++) {
		if (machines[i].machine != machine)
			continue;
		if (has_word(machines[i].calls, word, size))
			return DISASM_CALL;
		if (has_word(machines[i].returns, word, size))
			return DISASM_RETURN;
	}
	return is_branch ? DISASM_JUMP : DISASM_OTHER;
}
