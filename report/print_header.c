#include "report/print_header.h"

void print_header(FILE *out, const struct perf_file *f, bool all)
{
	fprintf(out, "# %s %d\n", f->pipe ? "pipe" : "file", all);
}
