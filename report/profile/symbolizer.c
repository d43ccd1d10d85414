#include "report/profile/symbolizer.h"

#include "common/cursor.h"
#include "report/timeline/dsos.h"

#include <errno.h>

/* The release of the kernel the file was recorded on: a length, then the string. */
static void symbolizer_osrelease(struct symbolizer *n, const struct perf_file *file)
{
	struct cursor c;
	uint32_t size;

	if (perf_file_read_feature(file, FEATURE_OSRELEASE, &n->osrelease, NULL))
		return;
	c = cursor_make(n->osrelease.data, n->osrelease.size, file->swap);
	size = cursor_u32(&c);
	if (!cursor_ok(&c) || !size || size > cursor_left(&c) || !memchr(c.pos, 0, size))
		buffer_clear(&n->osrelease);
}

/* Whether the scan met records that name symbols: a walk over all of the file is worth it only then. */
static bool has_records(const struct scan_counts *c)
{
	static const uint32_t types[] = { SIMPLEPERF_RECORD_KERNEL_SYMBOL, SIMPLEPERF_RECORD_SYMBOL,
					  SIMPLEPERF_RECORD_SPLIT_END };

	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
		if (c->simpleperf_types[types[i] - SIMPLEPERF_RECORD_START])
			return true;
	return false;
}

/* What a recording has in it goes with it. */
static struct symbols *shared_symbols(struct symbols_config *config, struct error *err)
{
	if (*config->shared)
		return *config->shared;
	config->embedded = NULL;
	config->bundled = NULL;
	*config->shared = symbols_new(config, err);
	return *config->shared;
}

int symbolizer_init(struct symbolizer *n, struct analysis *a, struct frames *frames,
		    const struct symbols_config *config, struct error *err)
{
	struct kernel_identity kernel = { 0 };
	struct symbols_config full;
	int result = dso_build_ids_read(&a->timeline.dsos, a->file, err);

	memset(n, 0, sizeof(*n));
	buffer_init(&n->osrelease);
	if (result)
		return result;
	symbolizer_osrelease(n, a->file);
	if (n->osrelease.size)
		kernel.osrelease = (const char *)n->osrelease.data + 4;
	result = embedded_symbols_load(&n->embedded, a->file, has_records(&a->counts), err);
	if (result)
		return result;
	if (config) {
		full = *config;
		full.embedded = &n->embedded;
		n->bundled = full.bundled;
		n->is_shared = config->shared;
		n->symbols = n->is_shared ? shared_symbols(&full, err) : symbols_new(&full, err);
		if (!n->symbols)
			return -ENOMEM;
	}
	if (resolver_init(&n->resolver, &a->timeline, frames, n->symbols, &kernel))
		return error_nomem(err);
	return 0;
}

void symbolizer_fini(struct symbolizer *n)
{
	resolver_fini(&n->resolver);
	if (!n->is_shared)
		symbols_free(n->symbols);
	embedded_symbols_fini(&n->embedded);
	buffer_fini(&n->osrelease);
}
