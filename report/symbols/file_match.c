#include "report/symbols/file_match.h"

#include <linux/magic.h>

/* overlayfs keeps the number of the layer in the upper bits of an inode's number. */
#define OVERLAY_INODE ((1ull << 48) - 1)

/* Numbers that are made for each mount. */
static bool is_served(uint32_t magic)
{
	switch (magic) {
	case FUSE_SUPER_MAGIC:
	case NFS_SUPER_MAGIC:
	case SMB_SUPER_MAGIC:
	case CIFS_SUPER_MAGIC:
	case SMB2_SUPER_MAGIC:
	case V9FS_MAGIC:
	case AFS_SUPER_MAGIC:
	case CEPH_SUPER_MAGIC: return true;
	default: return false;
	}
}

static bool is_same_inode(const struct mapped_file *mapped, const struct elf_file_version *here)
{
	const uint64_t mask = here->magic == OVERLAYFS_SUPER_MAGIC ? OVERLAY_INODE : UINT64_MAX;

	return (mapped->inode & mask) == (here->inode & mask);
}

/* Devices without hardware (major 0) have numbers of their mounts, and stat(2) shows others than the kernel does. */
static enum file_match match_device(const struct mapped_file *mapped, const struct elf_file_version *here)
{
	if (mapped->major == here->major && mapped->minor == here->minor)
		return FILE_MATCH_SAME;
	if (here->magic == TMPFS_MAGIC)
		return FILE_MATCH_OTHER;
	return mapped->major && here->major ? FILE_MATCH_DOUBTFUL : FILE_MATCH_SAME;
}

enum file_match file_match(const struct mapped_file *mapped, uint64_t until, const struct elf_file_version *here)
{
	const bool is_touched = until && here->changed > until;

	if (until && here->modified > until)
		return FILE_MATCH_OTHER;
	if (!mapped->inode)
		return is_touched ? FILE_MATCH_DOUBTFUL : FILE_MATCH_SAME;
	if (!is_same_inode(mapped, here))
		return is_served(here->magic) ? FILE_MATCH_DOUBTFUL : FILE_MATCH_OTHER;
	if (mapped->generation && here->generation && mapped->generation != here->generation)
		return FILE_MATCH_OTHER;
	return is_touched ? FILE_MATCH_DOUBTFUL : match_device(mapped, here);
}
