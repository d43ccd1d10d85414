/* debug_packages: of which package a file is, by a made database, and whose server a system has. */
#include "report/profile/debug_packages.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <stdio.h>

static void check_names(const struct tree *t, const char *const *paths, uint32_t n, const char *want)
{
	struct debug_packages p;
	char names[256] = "";
	size_t used = 0;

	debug_packages_find(&p, t->root, paths, n);
	for (uint32_t i = 0; i < p.n; i++)
		used += (size_t)snprintf(names + used, sizeof(names) - used, "%s ", p.names[i]);
	CHECK_STR(names, want);
	debug_packages_fini(&p);
}

TEST(packages)
{
	struct tree t;

	tree_init(&t);
	tree_write(&t, "var/lib/dpkg/info/libc6:amd64.list", "/.\n/lib\n/lib/x86_64-linux-gnu/libc.so.6\n");
	tree_write(&t, "var/lib/dpkg/info/zlib1g:amd64.list", "/usr/lib/libz.so.1.2.13\n/usr/share/doc/zlib1g\n");
	tree_write(&t, "var/lib/dpkg/info/nginx.list", "/.\n/usr/sbin/nginx\n/usr/sbin/nginx-debug\n");
	tree_write(&t, "var/lib/dpkg/info/nginx.md5sums", "/usr/bin/other\n");
	check_names(&t, (const char *[]){ "/usr/lib/x86_64-linux-gnu/libc.so.6" }, 1, "libc6-dbg ");
	check_names(&t, (const char *[]){ "/usr/lib/libz.so.1.2.13" }, 1, "zlib1g-dbgsym ");
	/* One package for several files, and nothing for the beginning of a name, or the end. */
	check_names(&t, (const char *[]){ "/usr/sbin/nginx", "/usr/sbin/nginx-debug" }, 2, "nginx-dbgsym ");
	check_names(&t, (const char *[]){ "/usr/sbin/ngin", "/sbin/nginx", "/usr/bin/other" }, 3, "");
	check_names(&t, (const char *[]){ "", "/usr/" }, 2, "");
	check_names(
		&t,
		(const char *[]){ "/usr/lib/libz.so.1.2.13", "/usr/sbin/nginx", "/usr/lib/x86_64-linux-gnu/libc.so.6" },
		3, "zlib1g-dbgsym nginx-dbgsym libc6-dbg ");
	tree_fini(&t);
}

/* Without a database nothing is known; rpm's cannot be read without its library. */
TEST(databases)
{
	struct debug_packages p;
	struct tree t;

	tree_init(&t);
	tree_write(&t, "etc/os-release", "NAME=x\n");
	debug_packages_find(&p, t.root, (const char *[]){ "/usr/bin/a" }, 1);
	CHECK(!p.dpkg && !p.rpm && !p.n);
	tree_write(&t, "usr/lib/sysimage/rpm/rpmdb.sqlite", "");
	debug_packages_find(&p, t.root, (const char *[]){ "/usr/bin/a" }, 1);
	CHECK(!p.dpkg && p.rpm && !p.n);
	tree_fini(&t);
}

TEST(servers)
{
	static const char *const rows[][2] = {
		{ "PRETTY_NAME=\"Debian\"\nID=debian\n", "https://debuginfod.debian.net" },
		{ "ID=ubuntu\nID_LIKE=debian\n", "https://debuginfod.ubuntu.com" },
		{ "NAME=Fedora\nID=fedora\n", "https://debuginfod.fedoraproject.org" },
		{ "ID=gentoo\nID_LIKE=debian\n", "https://debuginfod.elfutils.org" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct tree t;

		tree_init(&t);
		CHECK_STR(debug_server(t.root), "https://debuginfod.elfutils.org");
		tree_write(&t, "etc/os-release", rows[i][0]);
		CHECK_STR(debug_server(t.root), rows[i][1]);
		tree_fini(&t);
	}
}

TEST(paths_that_a_shell_would_take_for_more)
{
	const char *paths[] = {
		"/usr/lib/libstdc++.so.6", "/x/$(id)", "/a b", "/a;b", "/a\nb", "relative", "", "/bin/x-1_2"
	};

	CHECK_EQ_U64(debug_packages_choose(paths, ARRAY_SIZE(paths)), 2);
	CHECK_STR(paths[0], "/usr/lib/libstdc++.so.6");
	CHECK_STR(paths[1], "/bin/x-1_2");
}
