/*
 * jitter: runs JIT code, and says so in a jitdump file, as the runtimes of Java and JavaScript do, for so many
 * milliseconds of CPU time.
 *
 *	jitter FOLDER MILLISECONDS
 *
 * Writes FOLDER/jit-PID.dump (tools/perf/Documentation/jitdump-specification.txt) and maps it executable, by which
 * `perf inject --jit` finds it in a recording with times of CLOCK_MONOTONIC. The code is a copy of jitter_template,
 * under the name jitted_code.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define JITDUMP_MAGIC   0x4A695444u
#define JITDUMP_VERSION 1
#define JIT_CODE_LOAD   0
#define ELF_MACHINE_AT  18
#define PAGE            4096
#define NAME            "jitted_code"

struct jit_header {
	uint32_t magic, version, total_size, elf_mach, pad, pid;
	uint64_t timestamp, flags;
};

struct jit_code_load {
	uint32_t id, total_size;
	uint64_t timestamp;
	uint32_t pid, tid;
	uint64_t vma, code_addr, code_size, code_index;
};

/* The linker names the ends of a section whose name is one of C. */
extern const char __start_jitter_code[], __stop_jitter_code[];

uint64_t jitter_template(uint64_t n);
__attribute__((section("jitter_code"), noinline)) uint64_t jitter_template(uint64_t n)
{
	uint64_t x = n;

	for (uint64_t i = 0; i < n; i++)
		x = x * 6364136223846793005u + 1442695040888963407u;
	return x;
}

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint32_t elf_machine(void)
{
	uint16_t machine = 0;
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);

	if (fd < 0 || pread(fd, &machine, sizeof(machine), ELF_MACHINE_AT) != sizeof(machine))
		return 0;
	close(fd);
	return machine;
}

static int write_dump(const char *folder, const void *code, size_t size)
{
	struct jit_header header = {
		.magic = JITDUMP_MAGIC,
		.version = JITDUMP_VERSION,
		.total_size = sizeof(header),
		.elf_mach = elf_machine(),
		.pid = (uint32_t)getpid(),
		.timestamp = clock_ns(CLOCK_MONOTONIC),
	};
	struct jit_code_load load = {
		.id = JIT_CODE_LOAD,
		.total_size = (uint32_t)(sizeof(load) + sizeof(NAME) + size),
		.timestamp = header.timestamp,
		.pid = header.pid,
		.tid = header.pid,
		.vma = (uintptr_t)code,
		.code_addr = (uintptr_t)code,
		.code_size = size,
	};
	char path[4096];
	FILE *file;

	snprintf(path, sizeof(path), "%s/jit-%d.dump", folder, (int)getpid());
	file = fopen(path, "w+");
	if (!file)
		return -1;
	fwrite(&header, sizeof(header), 1, file);
	if (fflush(file) || mmap(NULL, PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE, fileno(file), 0) == MAP_FAILED)
		return -1;
	load.timestamp = clock_ns(CLOCK_MONOTONIC);
	fwrite(&load, sizeof(load), 1, file);
	fwrite(NAME, sizeof(NAME), 1, file);
	fwrite(code, size, 1, file);
	return fclose(file);
}

int main(int argc, char **argv)
{
	size_t size = (size_t)(__stop_jitter_code - __start_jitter_code);
	void *code = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uint64_t (*run)(uint64_t), end, x = 0;

	if (argc != 3 || size > PAGE || code == MAP_FAILED)
		return 2;
	memcpy(code, __start_jitter_code, size);
	__builtin___clear_cache(code, (char *)code + size);
	if (mprotect(code, PAGE, PROT_READ | PROT_EXEC) || write_dump(argv[1], code, size)) {
		perror("jitter");
		return 1;
	}
	memcpy(&run, &code, sizeof(run));
	end = clock_ns(CLOCK_PROCESS_CPUTIME_ID) + strtoull(argv[2], NULL, 10) * 1000000u;
	while (clock_ns(CLOCK_PROCESS_CPUTIME_ID) < end)
		x += run(100000);
	printf("%llu\n", (unsigned long long)x);
	return 0;
}
