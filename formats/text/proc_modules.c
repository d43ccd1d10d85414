#include "formats/text/proc_modules.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The prefix of the address keeps a word of the next line from being taken for it. */
int proc_modules_next(struct proc_module *ret_module, const char **text)
{
	while (**text) {
		const char *line = *text;
		struct proc_module m;
		int n;

		*text += strcspn(line, "\n");
		if (**text)
			++*text;
		n = sscanf(line, "%63s %" SCNu64 " %*s %*s %*s 0x%" SCNx64, m.name, &m.size, &m.start);
		if (n != 3)
			continue;
		*ret_module = m;
		return 1;
	}
	return 0;
}
