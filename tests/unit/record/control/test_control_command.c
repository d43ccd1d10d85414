#include "record/control/control_command.h"

#include "tests/support/test.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static int parse(struct control_command *command, const char *text, struct error *err)
{
	static char line[256];

	strcpy(line, text);
	return control_command_parse(command, line, CONTROL_VERBS_ALL, err);
}

static struct control_command parsed(const char *text, enum control_verb verb)
{
	struct control_command command;

	CHECK_EQ_I64(parse(&command, text, NULL), 0);
	CHECK_EQ_I64(command.verb, verb);
	return command;
}

TEST(words_of_perf)
{
	struct control_command c;

	parsed("", CONTROL_NOTHING);
	parsed(" \t", CONTROL_NOTHING);
	CHECK(!parsed("enable", CONTROL_ENABLE).event);
	CHECK_STR(parsed("enable cpu-clock", CONTROL_ENABLE).event, "cpu-clock");
	CHECK_STR(parsed("disable  cycles:u \r", CONTROL_DISABLE).event, "cycles:u");
	parsed("snapshot", CONTROL_SNAPSHOT);
	parsed("stop", CONTROL_STOP);
	parsed("ping", CONTROL_PING);
	c = parsed("evlist", CONTROL_EVLIST);
	CHECK(!c.details.with_attr && !c.details.with_group && !c.details.with_freq);
	c = parsed("evlist -v -g", CONTROL_EVLIST);
	CHECK(c.details.with_attr && c.details.with_group && !c.details.with_freq);
	CHECK(parsed("evlist -F", CONTROL_EVLIST).details.with_freq);
}

TEST(words_of_prec)
{
	struct control_command c = parsed("attach 30,20,30", CONTROL_ATTACH);

	CHECK_EQ_U64(c.n_pids, 2);
	CHECK(c.pids[0] == 20 && c.pids[1] == 30);
	control_command_fini(&c);
	c = parsed("detach 7", CONTROL_DETACH);
	CHECK_EQ_U64(c.n_pids, 1);
	control_command_fini(&c);
	c = parsed("period 1000", CONTROL_PERIOD);
	CHECK(c.number == 1000 && !c.event);
	c = parsed("freq 99 cpu-clock", CONTROL_FREQ);
	CHECK_EQ_U64(c.number, 99);
	CHECK_STR(c.event, "cpu-clock");
	parsed("status", CONTROL_STATUS);
}

static void refused(const char *text, const char *message)
{
	struct control_command command;
	struct error err = ERROR_INIT;

	CHECK_EQ_I64(parse(&command, text, &err), -EINVAL);
	CHECK_STR(err.message, message);
}

TEST(what_is_refused)
{
	static const char pids[] = "attach takes PID[,PID...], not '";
	struct error err = ERROR_INIT;
	struct control_command c;
	char line[32];

	CHECK_EQ_I64(parse(&c, "enabled", &err), -EINVAL);
	CHECK_STR(err.message,
		  "there is no command 'enabled'; there are enable, disable, snapshot, stop, ping, evlist, attach, "
		  "detach, period, freq, status");
	strcpy(line, "attach 1");
	CHECK_EQ_I64(control_command_parse(&c, line, CONTROL_VERB(CONTROL_STOP) | CONTROL_VERB(CONTROL_PING), &err),
		     -EINVAL);
	CHECK_STR(err.message, "there is no command 'attach'; there are stop, ping");
	refused("attach", "attach takes PID[,PID...], not ''");
	for (const char *const *bad = (const char *const[]){ "0", "-1", "1,", ",1", "1 2", "x", "99999999999", NULL };
	     *bad; bad++) {
		char text[64];

		snprintf(text, sizeof(text), "attach %s", *bad);
		CHECK_EQ_I64(parse(&c, text, &err), -EINVAL);
		CHECK(!strncmp(err.message, pids, strlen(pids)));
	}
	refused("freq", "freq takes a number of at least 1, and may have an event after it");
	refused("period 0", "period takes a number of at least 1, and may have an event after it");
	refused("period 99999999999999999999", "period takes a number of at least 1, and may have an event after it");
	refused("evlist -x", "evlist takes -v, -g or -F, not '-x'");
	refused("stop now", "stop takes nothing after it");
}
