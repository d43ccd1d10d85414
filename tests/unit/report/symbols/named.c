#include "tests/unit/report/symbols/named.h"

#include "tests/support/test.h"

struct symbols *named_open(const struct tree *symfs, const char *kallsyms)
{
	struct symbols_config config = { .symfs = symfs->root, .demangle = true, .kallsyms = kallsyms };
	struct symbols *s = symbols_new(&config, NULL);

	CHECK(s);
	return s;
}

const char *named_at(struct dso_symbols *d, uint64_t addr)
{
	struct symbol_name name;

	return dso_symbols_lookup(d, addr, &name) ? name.name : "none";
}
