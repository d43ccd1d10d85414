/*
 * The summary of a recording: what was lost, whose buffers it was, and what helps.
 */
#include "record/command/status.h"

#include "common/log.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* What is said of the summary on standard error. */
static void summarize(const struct session_summary *summary, char *ret_text, size_t size)
{
	int error = dup(STDERR_FILENO), fd = memfd_create("said", MFD_CLOEXEC);
	ssize_t n;

	CHECK(error >= 0 && fd >= 0);
	fflush(stderr);
	CHECK_EQ_I64(dup2(fd, STDERR_FILENO), STDERR_FILENO);
	status_summarize(summary, "perf.data");
	fflush(stderr);
	CHECK_EQ_I64(dup2(error, STDERR_FILENO), STDERR_FILENO);
	n = pread(fd, ret_text, size - 1, 0);
	CHECK(n >= 0);
	ret_text[n < 0 ? 0 : n] = 0;
	close(error);
	close(fd);
}

TEST(nothing_was_lost)
{
	const struct session_summary summary = { .total = { .samples = 7, .bytes = 1 << 20 }, .n_files = 1 };
	char text[1024];

	summarize(&summary, text, sizeof(text));
	CHECK_STR(text, "[ prec record: Captured and wrote 1.000 MB perf.data (7 samples) ]\n");
}

TEST(losses_of_each_buffer)
{
	struct session_loss losses[] = { { .cpu = 0, .lost = 3 }, { .cpu = 1 }, { .cpu = -1, .tid = 77, .lost = 2 } };
	const struct session_summary summary = {
		.total = { .samples = 95, .lost = 5 },
		.n_files = 1,
		.losses = losses,
		.n_losses = ARRAY_SIZE(losses),
		.advice = "threads help",
	};
	char text[1024];

	summarize(&summary, text, sizeof(text));
	CHECK(strstr(text, "5 samples were lost (CPU 0: 3, thread 77: 2), 5.00 %: threads help"));
	CHECK(!strstr(text, "paused"));
}

TEST(pauses_of_each_buffer)
{
	struct session_loss losses[12];
	const struct session_summary summary = {
		.n_files = 1, .losses = losses, .n_losses = ARRAY_SIZE(losses), .hardware_lost = 9, .sideband_lost = 4
	};
	char text[1024];

	for (int i = 0; i < (int)ARRAY_SIZE(losses); i++)
		losses[i] = (struct session_loss){ .cpu = i, .throttled = (uint64_t)i, .throttled_ns = 500000 };
	summarize(&summary, text, sizeof(text));
	CHECK(strstr(text, "the kernel paused sampling 66 times (CPU 1: 1, "));
	CHECK(strstr(text, "CPU 8: 8, others: 30), for 6.000 ms or more in all, because it came faster than "
			   "kernel.perf_event_max_sample_rate"));
	CHECK(strstr(text, "the hardware dropped 9 samples"));
	CHECK(strstr(text, "4 records of mappings and processes were lost"));
}
