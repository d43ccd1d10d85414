#include "report/script/script_access.h"

#include "common/text.h"
#include "formats/record/abi.h"

#include <inttypes.h>

void script_access_put_heading(FILE *out, const struct script_access *access)
{
	fprintf(out, "# PID, TID, IP, ADDR, %s%sLOCAL WEIGHT, DSRC, SYMBOL\n",
		access->shows_phys_addr ? "PHYS ADDR, " : "", access->shows_page_size ? "DATA PAGE SIZE, " : "");
}

void script_put_page_size(struct buffer *out, uint64_t size)
{
	static const char units[] = "BKMGT";
	size_t unit = 0;

	for (; size && !(size & 1023) && unit < sizeof(units) - 2; unit++)
		size >>= 10;
	if (size)
		text_printf(out, "%" PRIu64 "%c", size, units[unit]);
	else
		text_put(out, "N/A");
}

void script_put_access(struct script_worker *w, const struct script_head *head, const struct sample *s,
		       const struct script_snapshot *at, unsigned mode)
{
	const struct script_access *access = w->script->access;
	const char *separator = access->separator;
	struct buffer *out = &w->out;
	size_t before = out->size;

	text_printf(out, "%" PRId32 "%s%" PRId32 "%s0x%" PRIx64 "%s0x%" PRIx64 "%s", (int32_t)head->pid, separator,
		    (int32_t)head->tid, separator, s->ip, separator, s->addr, separator);
	if (access->shows_phys_addr)
		text_printf(out, "0x%016" PRIx64 "%s", s->phys_addr, separator);
	if (access->shows_page_size) {
		script_put_page_size(out, s->data_page_size);
		text_put(out, separator);
	}
	text_printf(out, "%" PRIu64 "%s0x%" PRIx64 "%s",
		    s->type & PERF_SAMPLE_WEIGHT_STRUCT ? SAMPLE_WEIGHT_VAR1(s->weight) : s->weight, separator,
		    s->data_src, separator);
	if (!script_names_put_access(&w->names, at, mode, s->ip, out) && access->hide_unresolved)
		out->size = before;
	else
		text_put(out, "\n");
}
