#include "report/symbols/recorded_kernel.h"

#include <stdlib.h>
#include <string.h>

/* NULL for NULL; *ok turns false without memory. */
static char *kernel_copy(const char *s, bool *ok)
{
	char *copy = s ? strdup(s) : NULL;

	*ok = *ok && (!s || copy);
	return copy;
}

struct recorded_kernel *recorded_kernel_new(const struct kernel_identity *id)
{
	struct recorded_kernel *k = calloc(1, sizeof(*k));
	bool ok = true;

	if (!k)
		return NULL;
	pthread_mutex_init(&k->lock, NULL);
	k->identity = *id;
	k->identity.osrelease = kernel_copy(id->osrelease, &ok);
	k->identity.reloc_name = kernel_copy(id->reloc_name, &ok);
	if (ok)
		return k;
	recorded_kernel_free(k);
	return NULL;
}

void recorded_kernel_free(struct recorded_kernel *k)
{
	for (int i = 0; i < 2; i++) {
		if (k->is_loaded[i])
			kernel_symbols_fini(&k->symbols[i]);
	}
	free((char *)k->identity.osrelease);
	free((char *)k->identity.reloc_name);
	pthread_mutex_destroy(&k->lock);
	free(k);
}

static bool kernel_same_string(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

bool recorded_kernel_is(const struct recorded_kernel *k, const struct kernel_identity *id)
{
	const struct kernel_identity *have = &k->identity;

	return have->build_id.size == id->build_id.size &&
	       memcmp(have->build_id.data, id->build_id.data, id->build_id.size) == 0 &&
	       have->reloc_address == id->reloc_address && kernel_same_string(have->osrelease, id->osrelease) &&
	       kernel_same_string(have->reloc_name, id->reloc_name);
}

const struct kernel_symbols *recorded_kernel_get(struct recorded_kernel *k, const struct symbols_config *config,
						 const struct dso_dirs *dirs, bool modules)
{
	int which = 0;

	pthread_mutex_lock(&k->lock);
	if (!k->is_loaded[0]) {
		kernel_symbols_load(&k->symbols[0], config, dirs, &k->identity, false);
		k->is_loaded[0] = true;
	}
	if (modules && !k->symbols[0].table.has_modules) {
		which = 1;
		if (!k->is_loaded[1]) {
			kernel_symbols_load(&k->symbols[1], config, dirs, &k->identity, true);
			k->is_loaded[1] = true;
		}
	}
	pthread_mutex_unlock(&k->lock);
	return &k->symbols[which];
}
