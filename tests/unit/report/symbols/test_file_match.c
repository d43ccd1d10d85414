#include "report/symbols/file_match.h"
#include "tests/support/test.h"

#include <linux/magic.h>

static const struct mapped_file mapped = { .major = 8, .minor = 1, .inode = 1000, .generation = 7 };
static const struct elf_file_version there = { .major = 8,
					       .minor = 1,
					       .inode = 1000,
					       .generation = 7,
					       .magic = EXT4_SUPER_MAGIC,
					       .modified = 100,
					       .changed = 100 };

TEST(same_until_it_is_changed)
{
	struct elf_file_version here = there;

	CHECK_EQ_U64(file_match(&mapped, 200, &here), FILE_MATCH_SAME);
	here.changed = 201;
	CHECK_EQ_U64(file_match(&mapped, 200, &here), FILE_MATCH_DOUBTFUL);
	CHECK_EQ_U64(file_match(&mapped, 0, &here), FILE_MATCH_SAME);
	here.modified = 201;
	CHECK_EQ_U64(file_match(&mapped, 200, &here), FILE_MATCH_OTHER);
}

TEST(inodes_and_their_generations)
{
	struct elf_file_version here = there;

	here.generation = 8;
	CHECK_EQ_U64(file_match(&mapped, 200, &here), FILE_MATCH_OTHER);
	here.generation = 0;
	CHECK_EQ_U64(file_match(&mapped, 200, &here), FILE_MATCH_SAME);
	here.inode = 1001;
	CHECK_EQ_U64(file_match(&mapped, 200, &here), FILE_MATCH_OTHER);
	here.magic = FUSE_SUPER_MAGIC;
	CHECK_EQ_U64(file_match(&mapped, 200, &here), FILE_MATCH_DOUBTFUL);
}

TEST(devices)
{
	struct elf_file_version here = there;

	here.minor = 2;
	CHECK_EQ_U64(file_match(&mapped, 200, &here), FILE_MATCH_DOUBTFUL);
	here.major = 0;
	here.magic = OVERLAYFS_SUPER_MAGIC;
	here.inode |= 1ull << 60;
	CHECK_EQ_U64(file_match(&mapped, 200, &here), FILE_MATCH_SAME);
	here.inode = mapped.inode;
	here.magic = TMPFS_MAGIC;
	CHECK_EQ_U64(file_match(&mapped, 200, &here), FILE_MATCH_OTHER);
}

TEST(nothing_known_of_the_mapped_one)
{
	const struct mapped_file unknown = { .inode = 0 };
	struct elf_file_version here = there;

	CHECK_EQ_U64(file_match(&unknown, 0, &here), FILE_MATCH_SAME);
	CHECK_EQ_U64(file_match(&unknown, 200, &here), FILE_MATCH_SAME);
	here.changed = 300;
	CHECK_EQ_U64(file_match(&unknown, 200, &here), FILE_MATCH_DOUBTFUL);
	here.modified = 300;
	CHECK_EQ_U64(file_match(&unknown, 200, &here), FILE_MATCH_OTHER);
}
