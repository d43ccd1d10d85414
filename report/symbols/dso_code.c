#include "report/symbols/dso_code.h"

#include "common/fileio.h"
#include "report/symbols/dso_load.h"
#include "report/symbols/jit_file.h"
#include "report/symbols/module_symbols.h"

#include <errno.h>
#include <unistd.h>

static void code_of_image(struct dso_code *code, const struct elf_image *image)
{
	code->machine = image->machine;
	code->is_64 = image->is_64;
	code->is_big_endian = order_is_big(image->swap);
}

/* A file of debug information has the sections of code, but not their bytes. */
static bool has_bytes_at(const struct elf_image *image, uint64_t address)
{
	for (uint32_t i = 0; i < image->n_sections; i++) {
		const struct elf_section *s = &image->sections[i];

		if (s->flags & SHF_EXECINSTR && address >= s->address && address - s->address < s->size)
			return s->type != SHT_NOBITS;
	}
	return true;
}

/* Appends what the image has from an offset on. 0, -ENOENT, -ENOMEM. */
static int put_image(const struct elf_image *image, uint64_t offset, uint64_t size, struct buffer *bytes)
{
	if (offset >= image->size)
		return -ENOENT;
	size = size < image->size - offset ? size : image->size - offset;
	return buffer_append(bytes, image->data + offset, size) ? 0 : -ENOMEM;
}

/* --- files ------------------------------------------------------------------------------------ */

/* The file with the code, or NULL. */
static const struct elf_file *code_file(const struct dso_loaded *l)
{
	return !l->files || l->space != DSO_SPACE_FILE ? NULL
	       : l->files->files.runtime               ? l->files->files.runtime
						       : l->files->files.symbols;
}

static int user_code(struct dso_symbols *d, uint64_t start, uint64_t size, struct dso_code *code, struct buffer *bytes)
{
	const struct elf_file *file = code_file(dso_symbols_load(d));

	if (!file)
		return -ENOENT;
	code_of_image(code, &file->image);
	code->address = elf_image_address(&file->image, start);
	if (!has_bytes_at(&file->image, code->address))
		return -ENOENT;
	return put_image(&file->image, start, size, bytes);
}

/* --- kernel ----------------------------------------------------------------------------------- */

/* A piece of kcore, an ELF core file with the kernel's memory at its addresses. */
static int kcore_piece(int fd, uint64_t start, uint64_t size, struct dso_code *code, struct buffer *bytes)
{
	uint8_t first[ELF_FIRST_READ], *to;
	struct elf_bytes file;
	struct elf_header header;
	struct elf_segment s = { 0 };
	struct buffer more;
	struct cursor table;
	uint64_t n;
	ssize_t got;

	if (elf_bytes_file(&file, fd, first) || elf_header_read(&header, &file))
		return -ENOENT;
	buffer_init(&more);
	table = elf_header_table(&header, &header.segments, &file, &more);
	for (n = 0; n < header.segments.n && cursor_ok(&table); n++) {
		s = elf_segment_read(&table, header.is_64);
		if (s.type == PT_LOAD && start >= s.address && start - s.address < s.file_size)
			break;
	}
	if (n == header.segments.n || !cursor_ok(&table)) {
		buffer_fini(&more);
		return -ENOENT;
	}
	buffer_fini(&more);
	*code = (struct dso_code){ .machine = header.machine,
				   .is_64 = header.is_64,
				   .is_big_endian = order_is_big(header.swap),
				   .address = start };
	size = size < s.file_size - (start - s.address) ? size : s.file_size - (start - s.address);
	to = buffer_reserve(bytes, size);
	got = to ? fileio_pread(fd, to, size, s.offset + (start - s.address)) : -ENOMEM;
	bytes->size += got > 0 ? (size_t)got : 0;
	return got > 0 ? 0 : got == -ENOMEM ? -ENOMEM : -ENOENT;
}

static int kcore_code(const struct dso_symbols *d, uint64_t start, uint64_t size, struct dso_code *code,
		      struct buffer *bytes)
{
	const struct symbols_config *config = &d->shared->config;
	uint64_t file_size;
	int fd = config->kcore ? file_opener_open(config->opener, config->kcore, FILE_STORED, &file_size, NULL)
			       : -ENOENT;
	int result;

	if (fd < 0)
		return -ENOENT;
	result = kcore_piece(fd, start, size, code, bytes);
	close(fd);
	return result;
}

static int kernel_code(struct dso_symbols *d, uint64_t start, uint64_t size, struct dso_code *code,
		       struct buffer *bytes)
{
	const struct kernel_symbols *k = recorded_kernel_get(d->kernel, &d->shared->config, &d->shared->dirs, false);
	uint64_t address = start + dso_symbols_load(d)->delta;
	const struct elf_segment *s = k->file ? elf_image_segment(&k->file->image, address) : NULL;

	if (!s || address - s->address >= s->file_size || !has_bytes_at(&k->file->image, address))
		return kcore_code(d, start, size, code, bytes);
	code_of_image(code, &k->file->image);
	code->address = start;
	return put_image(&k->file->image, s->offset + (address - s->address), size, bytes);
}

static int module_code(struct dso_symbols *d, uint64_t start, uint64_t size, struct dso_code *code,
		       struct buffer *bytes)
{
	int result = kcore_code(d, start, size, code, bytes);
	struct error why = ERROR_INIT;
	const struct elf_section *text;
	enum dso_symbols_status status;
	struct elf_file *file;

	if (result != -ENOENT)
		return result;
	file = module_file_open(&d->shared->dirs, &d->module, &status, &why);
	text = file ? elf_image_section(&file->image, ".text") : NULL;
	if (text && text->type != SHT_NOBITS && start >= d->module.start) {
		code_of_image(code, &file->image);
		code->address = start;
		result = put_image(&file->image, text->offset + (start - d->module.start), size, bytes);
	}
	elf_files_close(file);
	return result;
}

/* --- JIT -------------------------------------------------------------------------------------- */

static int jit_code(struct dso_symbols *d, uint64_t start, uint64_t size, struct dso_code *code, struct buffer *bytes)
{
	struct error err = ERROR_INIT;
	struct jit_dump dump;
	int result = -ENOENT;

	if (jit_dump_open(&dump, &d->shared->config, d->pid, d->path, &err))
		return -ENOENT;
	if (start < dump.reader.size) {
		size = size < dump.reader.size - start ? size : dump.reader.size - start;
		*code = (struct dso_code){ .machine = (uint16_t)dump.reader.machine,
					   .is_64 = dump.reader.machine != EM_386,
					   .is_big_endian = order_is_big(dump.reader.swap),
					   .address = start };
		result = buffer_append(bytes, dump.reader.data + start, size) ? 0 : -ENOMEM;
	}
	jit_dump_close(&dump);
	return result;
}

/* --- in the recording itself ------------------------------------------------------------------ */

static int bundled_code(struct dso_symbols *d, uint64_t start, uint64_t size, struct dso_code *code,
			struct buffer *bytes)
{
	const struct dso_loaded *l = dso_symbols_load(d);
	const struct bundle_file *file;
	const uint8_t *data = NULL;
	uint64_t address;
	uint32_t n;

	if (l->bundled)
		data = bundled_dso_code(l->bundled, start, &n, &address);
	if (!data)
		return -ENOENT;
	file = bundled_dso_file(l->bundled);
	*code = (struct dso_code){ .machine = file->machine,
				   .is_64 = file->is_64,
				   .is_big_endian = file->is_big_endian,
				   .address =
					   d->kind == DSO_KIND_KERNEL || d->kind == DSO_KIND_MODULE ? start : address };
	return buffer_append(bytes, data, n < size ? n : (size_t)size) ? 0 : -ENOMEM;
}

/* ---------------------------------------------------------------------------------------------- */

static int own_code(struct dso_symbols *d, uint64_t start, uint64_t size, struct dso_code *ret_code,
		    struct buffer *bytes)
{
	switch (d->kind) {
	case DSO_KIND_USER:
	case DSO_KIND_VDSO: return user_code(d, start, size, ret_code, bytes);
	case DSO_KIND_KERNEL: return kernel_code(d, start, size, ret_code, bytes);
	case DSO_KIND_MODULE: return module_code(d, start, size, ret_code, bytes);
	case DSO_KIND_JIT_DUMP: return jit_code(d, start, size, ret_code, bytes);
	case DSO_KIND_PERF_MAP: return -ENOENT;
	}
	return -ENOENT;
}

int dso_symbols_code(struct dso_symbols *d, uint64_t start, uint64_t end, struct dso_code *ret_code,
		     struct buffer *bytes)
{
	uint64_t size = end > start ? end - start : 0;
	int result;

	size = size < DSO_CODE_MAX ? size : DSO_CODE_MAX;
	buffer_clear(bytes);
	*ret_code = (struct dso_code){ 0 };
	if (dso_symbols_load(d)->is_bundled && !bundled_code(d, start, size, ret_code, bytes))
		return 0;
	result = own_code(d, start, size, ret_code, bytes);
	return result == -ENOENT ? bundled_code(d, start, size, ret_code, bytes) : result;
}

uint64_t dso_symbols_offset(struct dso_symbols *d, uint64_t address)
{
	const struct dso_loaded *l = dso_symbols_load(d);
	const struct elf_file *file = code_file(l);
	bool by_offset = d->kind == DSO_KIND_USER || d->kind == DSO_KIND_VDSO;

	if (l->is_bundled && by_offset)
		return bundled_dso_offset(l->bundled, address);
	return file && by_offset ? elf_image_file_offset(&file->image, address, NULL) : address;
}
