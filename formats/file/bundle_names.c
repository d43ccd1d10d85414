#include "formats/file/bundle_names.h"

#include <stdlib.h>

int bundle_names_init(struct bundle_names *names)
{
	memset(names, 0, sizeof(*names));
	buffer_init(&names->bytes);
	return strtab_init(&names->strings);
}

void bundle_names_fini(struct bundle_names *names)
{
	strtab_fini(&names->strings);
	free(names->files);
	free(names->segments);
	free(names->symbols);
	free(names->frames);
	free(names->refs);
	free(names->addresses);
	free(names->codes);
	free(names->functions);
	free(names->lines);
	buffer_fini(&names->bytes);
	memset(names, 0, sizeof(*names));
}
