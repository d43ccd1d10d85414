#include "report/command/reader_options.h"

#include "common/log.h"

int reader_option(struct reader_options *o, int key, const char *value, bool negated, struct error *err)
{
	switch (key) {
	case 'D': o->dump = true; break;
	case 'e': o->choice.events = value; break;
	case 'f': o->symbols.force = true; break;
	case 'h': o->help = true; break;
	case 'i': o->input = value; break;
	case 'I': o->show_info = true; break;
	case 'j': o->workers = (unsigned)option_number(value); break;
	case 'k': o->symbols.vmlinux = value; break;
	case 'v': log_set_level(log_level() + 1); break;
	case READER_DEBUGINFOD:
		/* As in Linux perf, "system" are those of the environment. */
		o->fetch.urls = value && strcmp(value, "system") ? value : NULL;
		o->fetch.off = negated;
		o->fetch.given = !negated;
		break;
	case READER_DEBUGINFOD_TIMEOUT: o->fetch.seconds = (unsigned)option_number(value); break;
	case READER_DEMANGLE: o->symbols.demangle = !negated; break;
	case READER_FULL_SOURCE_PATH: o->full_source_path = true; break;
	case READER_IGNORE_VMLINUX: o->symbols.no_vmlinux = true; break;
	case READER_HEADER: o->header = true; break;
	case READER_HEADER_ONLY: o->header_only = true; break;
	case READER_INLINE: o->no_inline = negated; break;
	case READER_LINE_CACHE: o->no_line_cache = negated; break;
	case READER_KALLSYMS: o->symbols.kallsyms = value; break;
	case READER_LIST_NAMES: o->list_names = true; break;
	case READER_PAGER: o->no_pager = negated; break;
	case READER_SANDBOX: o->no_sandbox = negated; break;
	case READER_SYMFS: o->symbols.symfs = value; break;
	case READER_SHOW_SWITCHES: o->choice.show_switches = true; break;
	case READER_SWITCH_OFF: o->choice.switch_off = value; break;
	case READER_SWITCH_ON: o->choice.switch_on = value; break;
	case READER_TIME: o->choice.times = value; break;
	default: return input_option(&o->input_options, key, value, err);
	}
	return 0;
}
