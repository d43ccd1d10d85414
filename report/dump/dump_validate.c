#include "report/dump/dump_validate.h"

#include "formats/file/blocks.h"
#include "formats/file/file_features.h"
#include "formats/file/perf_file.h"
#include "formats/record/record_fields.h"
#include "formats/record/sample_decode.h"

#include <errno.h>
#include <inttypes.h>

struct validation {
	const struct perf_file *f;
	FILE *out;
	const char *name;
	uint64_t n_defects;
	uint64_t n_records, n_samples, n_unknown;
};

static void defect(void *context, const struct error *e)
{
	struct validation *v = context;
	struct offset_text offset;

	v->n_defects++;
	fprintf(v->out, "%s: ", v->name);
	if (e->offset != ERROR_NO_OFFSET)
		fprintf(v->out, "%s: ", offset_text(&offset, v->f, e->offset));
	fprintf(v->out, "%s\n", e->message);
}

/* Reports damage that the reader found between records. For a pipe it was reported when the file was opened. */
static void data_defect(void *context, const struct error *e)
{
	const struct validation *v = context;

	for (uint32_t i = 0; i < v->f->damages.n_kept; i++)
		if (v->f->damages.list[i].offset == e->offset)
			return;
	defect(context, e);
}

static void check_head(struct validation *v)
{
	const struct perf_file *f = v->f;
	struct error e = ERROR_INIT;

	if (f->unfinished) {
		error_set(&e, -ENODATA, "the recording did not finish");
		defect(v, &e);
	}
	for (uint32_t i = 0; i < f->damages.n_kept; i++)
		defect(v, &f->damages.list[i]);
	v->n_defects += f->damages.n - f->damages.n_kept;
}

static void check_features(struct validation *v)
{
	for (unsigned feature = 0; feature < FILE_FEATURE_BITS; feature++) {
		const char *name = feature_name(feature);
		struct error e = ERROR_INIT;
		int result;

		if (!perf_file_has_feature(v->f, feature) || !v->f->features.list[feature].size)
			continue;
		result = file_feature_check(v->f, feature, NULL, &e);
		if (!result || result == -ENOTSUP)
			continue;
		error_prefix(&e, "feature %s", name ? name : "of unknown kind");
		e.offset = v->f->features.list[feature].offset;
		defect(v, &e);
	}
}

static void ignore_field(void *context, const struct field *field)
{
	(void)context;
	(void)field;
}

static const struct field_sink nobody = { .put = ignore_field };

/* A sample must end with its last field, unless unknown sample_type bits may add fields. */
static int check_sample(const struct record *r, const struct file_event *e, struct error *err)
{
	struct sample s;
	int result = sample_decode(r, &e->attr, &s, err);

	if (result || s.unknown || !s.rest.size)
		return result;
	return error_at(err, -EBADMSG, r->offset, r->type,
			"a sample of %u bytes has %" PRIu64 " bytes after its fields", r->size, s.rest.size);
}

/* A damaged record is a defect; reading goes on. */
static int check_record(void *context, const struct record *r, struct error *unused)
{
	struct validation *v = context;
	const struct file_event *e = perf_file_event_of(v->f, r);
	struct error err = ERROR_INIT;
	int result;

	(void)unused;
	v->n_records++;
	v->n_samples += r->type == PERF_RECORD_SAMPLE;
	if (r->type == PERF_RECORD_SAMPLE && e)
		result = check_sample(r, e, &err);
	else
		result = record_fields(r, e, REGS_UNKNOWN, &nobody, &err);
	if (result == -ENOTSUP && r->type != PERF_RECORD_SAMPLE)
		v->n_unknown++;
	else if (result)
		defect(v, &err);
	return 0;
}

static void verdict(const struct validation *v)
{
	fprintf(v->out, "%s: %s: %" PRIu64 " records, %" PRIu64 " of them samples", v->name,
		v->n_defects ? "DEFECTIVE" : "well-formed", v->n_records, v->n_samples);
	if (v->n_unknown)
		fprintf(v->out, ", %" PRIu64 " of types not known here", v->n_unknown);
	if (v->n_defects)
		fprintf(v->out, "; %" PRIu64 " defect%s", v->n_defects, v->n_defects > 1 ? "s" : "");
	fputc('\n', v->out);
}

int dump_validate(FILE *out, const struct perf_file *f, const char *name, struct error *err)
{
	struct validation v = { .f = f, .out = out, .name = name };
	int result;

	check_head(&v);
	check_features(&v);
	result = blocks_each_record(f, data_defect, check_record, &v, err);
	if (result)
		return result;
	verdict(&v);
	return v.n_defects > 0;
}
