#include "formats/file/recording.h"

#include "formats/file/event_names.h"
#include "formats/file/perf_dir.h"
#include "formats/file/perf_open.h"
#include "formats/file/simpleperf.h"

static int names_and_parts(struct perf_file *f, struct error *err)
{
	int result = event_names_apply(f, err);

	return result ? result : simpleperf_apply(f, err);
}

static int apply(struct perf_file **ret_file, struct perf_file *f, int result, struct error *err)
{
	if (!result)
		result = names_and_parts(f, err);
	if (result) {
		perf_file_close(f);
		return result;
	}
	*ret_file = f;
	return 0;
}

int recording_open(struct perf_file **ret_file, int fd, struct error *err)
{
	struct perf_file *f = NULL;
	int result = perf_file_open(&f, fd, err);

	return apply(ret_file, f, result, err);
}

int recording_open_dir(struct perf_file **ret_file, int dirfd, struct error *err)
{
	struct perf_file *f = NULL;
	int result = perf_dir_open(&f, dirfd, err);

	return apply(ret_file, f, result, err);
}
