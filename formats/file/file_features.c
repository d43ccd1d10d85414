#include "formats/file/file_features.h"

#include "formats/feature/features_decode.h"

#include <errno.h>
#include <inttypes.h>

/*
 * Finds the number of available CPUs, which CPU_TOPOLOGY does not have; 0: not known. 0, or the negative errno of
 * reading it.
 */
static int cpus_available(const struct perf_file *f, uint32_t *ret_n, struct error *err)
{
	uint32_t online;
	struct buffer b;
	struct cursor c;
	int result;

	*ret_n = 0;
	buffer_init(&b);
	result = perf_file_read_feature(f, FEATURE_NRCPUS, &b, err);
	if (!result) {
		c = cursor_make(b.data, b.size, f->swap);
		if (feature_decode_nrcpus(&c, ret_n, &online))
			*ret_n = 0;
	}
	buffer_fini(&b);
	return error_is_of_machine(result) ? result : 0;
}

static int fields_error(const struct feature_section *s, int result, struct error *err)
{
	uint64_t offset = s->file->features.list[s->walk.feature].offset;

	if (result == -ENOTSUP)
		return error_at(err, result, offset, ERROR_NO_RECORD, "of a version that is not known here");
	offset += cursor_offset(&s->walk.c);
	return error_at(err, result, offset, ERROR_NO_RECORD, "damaged at offset %" PRIu64, offset);
}

int file_feature_read(struct feature_section *s, const struct perf_file *f, unsigned feature, struct error *err)
{
	int result;

	*s = (struct feature_section){ .file = f, .walk = { .feature = feature, .n_events = f->n_events } };
	buffer_init(&s->bytes);
	buffer_init(&s->btfs);
	result = perf_file_read_feature(f, feature, &s->bytes, err);
	if (!result && feature == FEATURE_CPU_TOPOLOGY)
		result = cpus_available(f, &s->walk.n_cpus, err);
	if (result) {
		error_prefix(err, "cannot be read");
		return result;
	}
	s->walk.c = cursor_make(s->bytes.data, s->bytes.size, f->swap);
	if (feature == FEATURE_BPF_PROG_INFO && !perf_file_read_feature(f, FEATURE_BPF_BTF, &s->btfs, NULL))
		s->walk.btfs = cursor_make(s->btfs.data, s->btfs.size, f->swap);
	return 0;
}

void file_feature_fini(struct feature_section *s)
{
	buffer_fini(&s->btfs);
	buffer_fini(&s->bytes);
}

int file_feature_put(struct feature_section *s, const struct field_sink *sink, struct error *err)
{
	int result;

	s->walk.sink = sink;
	result = feature_fields(s->walk.feature, &s->walk);
	return result ? fields_error(s, result, err) : 0;
}

int file_feature_fields(const struct perf_file *f, unsigned feature, const struct field_sink *sink, struct error *err)
{
	struct feature_section s;
	int result = file_feature_read(&s, f, feature, err);

	if (!result)
		result = file_feature_put(&s, sink, err);
	file_feature_fini(&s);
	return result;
}

static void ignore_field(void *context, const struct field *field)
{
	(void)context;
	(void)field;
}

int file_feature_check(const struct perf_file *f, unsigned feature, size_t *ret_left, struct error *err)
{
	static const struct field_sink nobody = { .put = ignore_field };
	struct feature_section s;
	int result = file_feature_read(&s, f, feature, err);

	if (!result)
		result = file_feature_put(&s, &nobody, err);
	if (ret_left)
		*ret_left = result ? 0 : cursor_left(&s.walk.c);
	file_feature_fini(&s);
	return result;
}
