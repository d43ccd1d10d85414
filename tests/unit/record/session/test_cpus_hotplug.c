#include "record/session/cpus.h"

#include "tests/support/test.h"

#include <unistd.h>

#define PARSE(text, change) hotplug_parse(text, sizeof(text), change)

TEST(cpus)
{
	struct hotplug_change change;

	CHECK(PARSE("online@/devices/system/cpu/cpu1\0ACTION=online\0SUBSYSTEM=cpu", &change));
	CHECK_EQ_I64(change.cpu, 1);
	CHECK(change.online);
	CHECK(PARSE("offline@/devices/system/cpu/cpu255", &change));
	CHECK_EQ_I64(change.cpu, 255);
	CHECK(!change.online);
	CHECK(PARSE("online@/devices/system/cpu/cpu0", &change));
	CHECK_EQ_I64(change.cpu, 0);
}

TEST(others)
{
	static const char *const others[] = { "",
					      "@",
					      "online",
					      "online@",
					      "add@/devices/system/cpu/cpu1",
					      "remove@/devices/virtual/cpuid/cpu1",
					      "online@/devices/virtual/cpuid/cpu1",
					      "online@/devices/system/cpu/cpu",
					      "online@/devices/system/cpu/cpu-1",
					      "online@/devices/system/cpu/cpu 1",
					      "online@/devices/system/cpu/cpu1/cache",
					      "online@/devices/system/cpu/cpufreq",
					      "online@/devices/system/cpu/cpu65536",
					      "online@/devices/system/cpu/cpu99999999999999999999",
					      "online@/devices/system/memory/memory1",
					      "nline@/devices/system/cpu/cpu1",
					      "xonline@/devices/system/cpu/cpu1",
					      "offlinex@/devices/system/cpu/cpu1" };

	for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
		struct hotplug_change change = { -5, false };

		CHECK(!hotplug_parse(others[i], strlen(others[i]) + 1, &change));
		CHECK_EQ_I64(change.cpu, -5);
	}
}

/* Every shorter message, also without the NUL at its end. */
TEST(cut_off)
{
	static const char text[] = "online@/devices/system/cpu/cpu12";
	struct hotplug_change change;

	for (size_t size = 0; size < sizeof(text); size++)
		CHECK(!hotplug_parse(text, size, &change));
	CHECK(hotplug_parse(text, sizeof(text), &change));
}

/* Nothing has come yet. What comes is tried by tests/kernel. */
TEST(socket_without_news)
{
	struct hotplug_change change;
	int fd = hotplug_open();

	if (fd < 0)
		test_skip("uevents: %s", strerror(-fd));
	CHECK(hotplug_next(fd, &change) >= 0);
	close(fd);
}
