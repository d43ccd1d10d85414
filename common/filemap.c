#include "common/filemap.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/*
 * The handler walks over the list of all mappings, at any time and without a lock. So no element is ever removed; those
 * of closed mappings have start 0, and are used again.
 */
struct filemap {
	struct filemap *next;
	_Atomic uintptr_t start;
	size_t size;
	atomic_bool cut;
};

static struct {
	_Atomic(struct filemap *) all;
	pthread_mutex_t lock; /* of taking a closed one, and of adding one */
	pthread_once_t once;
	struct sigaction before;
	uintptr_t page;
	int error; /* of the signal's setting */
} filemaps = { .lock = PTHREAD_MUTEX_INITIALIZER, .once = PTHREAD_ONCE_INIT };

static struct filemap *filemap_at(uintptr_t address)
{
	for (struct filemap *m = atomic_load(&filemaps.all); m; m = m->next) {
		uintptr_t start = atomic_load(&m->start);

		if (start && address >= start && address - start < m->size)
			return m;
	}
	return NULL;
}

/* Does only what a signal handler may do: reads the list, and makes system calls. */
static void filemap_on_fault(int signal, siginfo_t *info, void *context)
{
	uintptr_t address = (uintptr_t)info->si_addr;
	struct filemap *m = filemap_at(address);
	int saved = errno;
	void *page = (void *)(address & ~(filemaps.page - 1));

	(void)context;
	if (m && mmap(page, filemaps.page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == page)
		atomic_store(&m->cut, true);
	else
		sigaction(signal, &filemaps.before, NULL); /* and the access, tried again, faults there */
	errno = saved;
}

static void filemap_take_signal(void)
{
	struct sigaction action = { .sa_sigaction = filemap_on_fault, .sa_flags = SA_SIGINFO | SA_NODEFER };

	filemaps.page = (uintptr_t)sysconf(_SC_PAGESIZE);
	sigemptyset(&action.sa_mask);
	if (sigaction(SIGBUS, &action, &filemaps.before) != 0)
		filemaps.error = -errno;
}

/* Returns an element that is not in use, with start 0; NULL: no memory. The lock is held. */
static struct filemap *filemap_unused(void)
{
	struct filemap *m;

	for (m = atomic_load(&filemaps.all); m; m = m->next) {
		if (!atomic_load(&m->start) && !m->size)
			return m;
	}
	m = calloc(1, sizeof(*m));
	if (!m)
		return NULL;
	m->next = atomic_load(&filemaps.all);
	atomic_store(&filemaps.all, m);
	return m;
}

int filemap_open(struct filemap **ret_map, int fd, size_t size)
{
	struct filemap *m;
	void *data;

	pthread_once(&filemaps.once, filemap_take_signal);
	if (filemaps.error)
		return filemaps.error;
	data = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (data == MAP_FAILED)
		return -errno;
	pthread_mutex_lock(&filemaps.lock);
	m = filemap_unused();
	if (m) {
		m->size = size;
		atomic_store(&m->cut, false);
		atomic_store(&m->start, (uintptr_t)data);
	}
	pthread_mutex_unlock(&filemaps.lock);
	if (!m) {
		munmap(data, size);
		return -ENOMEM;
	}
	*ret_map = m;
	return 0;
}

void filemap_close(struct filemap *m)
{
	void *data;

	if (!m)
		return;
	data = (void *)atomic_load(&m->start);
	pthread_mutex_lock(&filemaps.lock);
	atomic_store(&m->start, 0);
	munmap(data, m->size);
	m->size = 0;
	pthread_mutex_unlock(&filemaps.lock);
}

const void *filemap_data(const struct filemap *m)
{
	return (const void *)atomic_load(&m->start);
}

bool filemap_was_cut(const struct filemap *m)
{
	return atomic_load(&m->cut);
}
