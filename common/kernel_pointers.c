#include "common/kernel_pointers.h"

#include "common/fileio.h"

#include <stdio.h>

const char *kernel_pointers_advice_for(char buffer[static KERNEL_POINTERS_ADVICE_MAX], int kptr_restrict, int paranoid)
{
	const char *both = paranoid > 1 ? " kernel.perf_event_paranoid=1" : "";

	if (kptr_restrict > 1)
		snprintf(buffer, KERNEL_POINTERS_ADVICE_MAX,
			 "kernel.kptr_restrict is %d, which hides them from root too; sudo sysctl "
			 "kernel.kptr_restrict=1",
			 kptr_restrict);
	else if (kptr_restrict == 1)
		snprintf(buffer, KERNEL_POINTERS_ADVICE_MAX,
			 "kernel.kptr_restrict is 1; as root, or after: sudo sysctl kernel.kptr_restrict=0%s", both);
	else
		snprintf(buffer, KERNEL_POINTERS_ADVICE_MAX,
			 "kernel.perf_event_paranoid is %d and at most 1 is needed; as root, or after: "
			 "sudo sysctl kernel.perf_event_paranoid=1",
			 paranoid);
	return buffer;
}

const char *kernel_pointers_advice(char buffer[static KERNEL_POINTERS_ADVICE_MAX])
{
	/* Of a setting that cannot be read: the kernel's own default. */
	return kernel_pointers_advice_for(buffer, fileio_read_number("/proc/sys/kernel/kptr_restrict", 1),
					  fileio_read_number("/proc/sys/kernel/perf_event_paranoid", 2));
}
