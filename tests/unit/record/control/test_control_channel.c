/* Lines and answers of a control channel, over pipes of this process. */
#include "record/control/control_channel.h"

#include "tests/support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct fixture {
	int lines[2], acks[2]; /* what the other program has is lines[1] and acks[0] */
	struct control_channel channel;
	struct error err;
};

static void fixture_init(struct fixture *f)
{
	char spec[64];

	*f = (struct fixture){ .err = ERROR_INIT };
	CHECK_EQ_I64(pipe(f->lines), 0);
	CHECK_EQ_I64(pipe(f->acks), 0);
	snprintf(spec, sizeof(spec), "fd:%d,%d", f->lines[0], f->acks[1]);
	control_channel_init(&f->channel);
	CHECK_EQ_I64(control_channel_open(&f->channel, spec, &f->err), 0);
}

static void fixture_fini(struct fixture *f)
{
	control_channel_fini(&f->channel);
	close(f->lines[0]);
	close(f->lines[1]);
	close(f->acks[0]);
	close(f->acks[1]);
}

static void send(struct fixture *f, const char *text, size_t size)
{
	CHECK_EQ_I64(write(f->lines[1], text, size), (ssize_t)size);
}

static void next_is(struct fixture *f, const char *text)
{
	char *line;

	CHECK_EQ_I64(control_channel_next(&f->channel, &line), 1);
	CHECK_STR(line, text);
}

static void is_empty(struct fixture *f)
{
	char *line;

	CHECK_EQ_I64(control_channel_next(&f->channel, &line), 0);
}

static void read_more(struct fixture *f, int result)
{
	CHECK_EQ_I64(control_channel_read(&f->channel), result);
}

TEST(lines)
{
	struct fixture f;

	fixture_init(&f);
	read_more(&f, 0); /* does not wait */
	is_empty(&f);
	send(&f, "enable\ndisable\0\nsto", 19);
	read_more(&f, 0);
	next_is(&f, "enable");
	next_is(&f, "disable");
	next_is(&f, "");
	is_empty(&f);
	send(&f, "p", 1);
	read_more(&f, 0);
	is_empty(&f);
	send(&f, "\n", 1);
	read_more(&f, 0);
	next_is(&f, "stop");
	is_empty(&f);
	fixture_fini(&f);
}

TEST(a_command_does_not_inherit_the_pipes)
{
	struct fixture f;

	fixture_init(&f);
	CHECK(fcntl(f.lines[0], F_GETFD) & FD_CLOEXEC);
	CHECK(fcntl(f.acks[1], F_GETFD) & FD_CLOEXEC);
	fixture_fini(&f);
}

TEST(a_line_without_end_when_the_writer_closes)
{
	struct fixture f;

	fixture_init(&f);
	send(&f, "ping", 4);
	read_more(&f, 0);
	is_empty(&f);
	close(f.lines[1]);
	f.lines[1] = -1;
	read_more(&f, -EPIPE);
	next_is(&f, "ping");
	is_empty(&f);
	control_channel_close(&f.channel);
	CHECK(!control_channel_is_open(&f.channel));
	CHECK(fcntl(f.lines[0], F_GETFD) >= 0); /* inherited: not prec's to close */
	fixture_fini(&f);
}

TEST(a_line_that_is_too_long)
{
	const size_t piece = 32768;
	char *text = malloc(piece);
	struct fixture f;
	char *line;

	CHECK(text);
	memset(text, 'x', piece);
	fixture_init(&f);
	for (size_t sent = 0; sent <= CONTROL_LINE_MAX; sent += piece) {
		send(&f, text, piece);
		read_more(&f, 0);
		is_empty(&f);
	}
	CHECK(f.channel.input.capacity < 4 * CONTROL_LINE_MAX);
	send(&f, "xx\nping\n", 8);
	read_more(&f, 0);
	CHECK_EQ_I64(control_channel_next(&f.channel, &line), -EMSGSIZE);
	next_is(&f, "ping");
	fixture_fini(&f);
	free(text);
}

/* A reader that takes no answers costs nothing but the answers. */
TEST(answers_never_wait)
{
	static char received[CONTROL_ANSWERS_MAX];
	struct fixture f;
	size_t answered = 0, got = 0;
	ssize_t n;

	fixture_init(&f);
	while (answered < CONTROL_ANSWERS_MAX + 131072) {
		control_channel_answer(&f.channel, "ack");
		answered += 4;
	}
	CHECK(f.channel.answers.size <= CONTROL_ANSWERS_MAX);
	CHECK_EQ_I64(fcntl(f.acks[0], F_SETFL, O_NONBLOCK), 0);
	while ((n = read(f.acks[0], received, sizeof(received))) > 0) {
		for (ssize_t i = 0; i < n; i++)
			CHECK_EQ_I64(received[i], "ack\n"[(got + (size_t)i) % 4]);
		got += (size_t)n;
		control_channel_flush(&f.channel);
	}
	CHECK(got > CONTROL_ANSWERS_MAX && got % 4 == 0);
	control_channel_answer(&f.channel, "more");
	CHECK_EQ_I64(read(f.acks[0], received, sizeof(received)), 5);
	fixture_fini(&f);
}

TEST(answers_to_nobody)
{
	struct fixture f;

	fixture_init(&f);
	signal(SIGPIPE, SIG_IGN);
	close(f.acks[0]);
	f.acks[0] = -1;
	control_channel_answer(&f.channel, "ack");
	CHECK_EQ_I64(f.channel.ack_fd, -1);
	control_channel_answer(&f.channel, "ack");
	fixture_fini(&f);
}

static void refused(const char *spec, int code, const char *message)
{
	struct error err = ERROR_INIT;
	struct control_channel c;

	control_channel_init(&c);
	CHECK_EQ_I64(control_channel_open(&c, spec, &err), code);
	CHECK_STR(err.message, message);
	control_channel_fini(&c);
}

TEST(bad_channels)
{
	char spec[64], message[128];
	int ends[2];

	refused("", -EINVAL, "--control '': neither fd:CTL[,ACK] nor fifo:CTL[,ACK]");
	refused("pipe:1", -EINVAL, "--control 'pipe:1': neither fd:CTL[,ACK] nor fifo:CTL[,ACK]");
	refused("fd:x", -EINVAL, "--control fd: 'x' is not the number of a descriptor");
	refused("fd:", -EINVAL, "--control fd: '' is not the number of a descriptor");
	refused("fd:1000000", -EBADF, "--control fd: descriptor 1000000 is not open");
	refused("fifo:", -EINVAL, "--control fifo: the path is empty");
	refused("fifo:/nosuch", -ENOENT, "--control fifo: cannot open '/nosuch': No such file or directory");
	refused("fifo:/dev/null", -EINVAL, "--control fifo: '/dev/null' is not a fifo; mkfifo makes one");
	CHECK_EQ_I64(pipe(ends), 0);
	snprintf(spec, sizeof(spec), "fd:%d", ends[1]);
	snprintf(message, sizeof(message), "--control fd: descriptor %d cannot be read", ends[1]);
	refused(spec, -EBADF, message);
	snprintf(spec, sizeof(spec), "fd:%d,%d", ends[0], ends[0]);
	snprintf(message, sizeof(message), "--control fd: descriptor %d cannot be written, which answers need",
		 ends[0]);
	refused(spec, -EBADF, message);
	close(ends[0]);
	close(ends[1]);
	CHECK((ends[0] = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0);
	snprintf(spec, sizeof(spec), "fd:%d", ends[0]);
	snprintf(message, sizeof(message), "--control fd: descriptor %d is a file or device that cannot be waited for",
		 ends[0]);
	refused(spec, -EBADF, message);
	close(ends[0]);
}
