/*
 * count_records: what is in a perf.data file, counted by a reader that shares no code with prec's own.
 *
 *	count_records FILE
 *
 * Prints one "NAME NUMBER" a line: whether the recording finished; records by type number (type_9 ...), inside
 * compressed frames too; what LOST and LOST_SAMPLES records say was lost; MMAP2 records of anonymous memory, execs; the
 * times of the first and the last sample and the longest pause between two samples of one CPU, in ns. Times are found
 * where all events have the sample_type of the first. Only for files of this machine's byte order, not for pipe mode: a
 * file it does not understand is an error, exit status 1.
 */
#include "formats/record/abi.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#define TYPES_MAX   128
#define CPUS_MAX    1024
#define FOOTER_SIZE 80 /* of the record at the end of prec's own files: formats/record/private_record.h */

static struct {
	uint64_t types[TYPES_MAX];
	uint64_t lost, lost_samples, anon_maps, execs;
	uint64_t first, last, gap;
	uint64_t last_of_cpu[CPUS_MAX];
	uint64_t sample_type;
	uint64_t open; /* what the last footer that prec wrote says */
} counts;

static _Noreturn void die(const char *what, uint64_t where)
{
	fprintf(stderr, "count_records: %s at %" PRIu64 "\n", what, where);
	exit(1);
}

static uint64_t number(const unsigned char *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static unsigned half(const unsigned char *p)
{
	return p[0] | p[1] << 8;
}

/* Where the field stands in a sample, by the fields of 8 bytes before it. */
static unsigned sample_offset(uint64_t field)
{
	static const uint64_t order[] = { PERF_SAMPLE_IDENTIFIER, PERF_SAMPLE_IP,   PERF_SAMPLE_TID,
					  PERF_SAMPLE_TIME,       PERF_SAMPLE_ADDR, PERF_SAMPLE_ID,
					  PERF_SAMPLE_STREAM_ID,  PERF_SAMPLE_CPU };
	unsigned at = RECORD_HEADER_SIZE;

	for (size_t i = 0; order[i] != field; i++)
		at += counts.sample_type & order[i] ? 8 : 0;
	return at;
}

static void count_sample(const unsigned char *record, unsigned size)
{
	unsigned time_at = sample_offset(PERF_SAMPLE_TIME);
	unsigned cpu_at = sample_offset(PERF_SAMPLE_CPU);
	uint64_t time, cpu;

	if (!(counts.sample_type & PERF_SAMPLE_TIME) || !(counts.sample_type & PERF_SAMPLE_CPU) || size < cpu_at + 8)
		return;
	time = number(record + time_at);
	cpu = number(record + cpu_at) & UINT32_MAX;
	if (!counts.first || time < counts.first)
		counts.first = time;
	if (time > counts.last)
		counts.last = time;
	if (cpu >= CPUS_MAX)
		return;
	if (counts.last_of_cpu[cpu] && time > counts.last_of_cpu[cpu] && time - counts.last_of_cpu[cpu] > counts.gap)
		counts.gap = time - counts.last_of_cpu[cpu];
	counts.last_of_cpu[cpu] = time;
}

static void count_record(const unsigned char *record, unsigned size)
{
	uint64_t type = number(record) & UINT32_MAX;
	unsigned misc = half(record + 4);

	counts.types[type < TYPES_MAX ? type : 0]++;
	if (type == PERF_RECORD_SAMPLE)
		count_sample(record, size);
	else if (type == PERF_RECORD_LOST && size >= 24)
		counts.lost += number(record + 16);
	else if (type == PERF_RECORD_LOST_SAMPLES && size >= 16)
		counts.lost_samples += number(record + 8);
	else if (type == PERF_RECORD_COMM && misc & RECORD_MISC_COMM_EXEC)
		counts.execs++;
	else if (type == PERF_RECORD_MMAP2 && size >= 80 && !memcmp(record + 72, "//anon", 7))
		counts.anon_maps++;
}

/* Raw bytes out of frames wait here until their record is whole. */
static struct {
	unsigned char *data;
	size_t size, capacity;
	ZSTD_DStream *stream;
} unpacked;

static void count_unpacked(uint64_t where)
{
	size_t at = 0;

	while (unpacked.size - at >= RECORD_HEADER_SIZE) {
		unsigned size = half(unpacked.data + at + 6);

		if (size < RECORD_HEADER_SIZE)
			die("compressed record of no size", where);
		if (unpacked.size - at < size)
			break;
		count_record(unpacked.data + at, size);
		at += size;
	}
	memmove(unpacked.data, unpacked.data + at, unpacked.size - at);
	unpacked.size -= at;
}

static void unpack(const unsigned char *data, size_t size, uint64_t where)
{
	ZSTD_inBuffer in = { data, size, 0 };
	ZSTD_outBuffer out;

	do {
		if (unpacked.capacity - unpacked.size < 1 << 20) {
			unpacked.capacity = unpacked.capacity * 2 + (2 << 20);
			unpacked.data = realloc(unpacked.data, unpacked.capacity);
			if (!unpacked.data)
				die("no memory", where);
		}
		out = (ZSTD_outBuffer){ unpacked.data, unpacked.capacity, unpacked.size };
		if (ZSTD_isError(ZSTD_decompressStream(unpacked.stream, &out, &in)))
			die("damaged zstd frame", where);
		unpacked.size = out.pos;
		count_unpacked(where);
	} while (in.pos < in.size || out.pos == out.size);
}

/* One record of the file; false at the end of what the data section holds. */
static int read_record(FILE *f, uint64_t *at, uint64_t end)
{
	static unsigned char record[RECORD_SIZE_MAX + 1];
	unsigned size;
	uint64_t type;

	if (*at == end || fread(record, RECORD_HEADER_SIZE, 1, f) != 1)
		return 0;
	type = number(record) & UINT32_MAX;
	size = half(record + 6);
	/* A recorder killed between two writes: its last record goes beyond the data. */
	if (type == PERF_RECORD_HEADER_EVENT_TYPE && end - *at == FOOTER_SIZE && size > FOOTER_SIZE)
		size = FOOTER_SIZE;
	if (size < RECORD_HEADER_SIZE || size > end - *at)
		die("record of a wrong size", *at);
	if (fread(record + RECORD_HEADER_SIZE, 1, size - RECORD_HEADER_SIZE, f) != size - RECORD_HEADER_SIZE)
		die("record cut off", *at);
	count_record(record, size);
	if (type == PERF_RECORD_HEADER_EVENT_TYPE && size >= FOOTER_SIZE && !memcmp(record + 8, "PRECNOTE", 8) &&
	    record[16] == 1)
		counts.open = record[24] == 0;
	if (type == PERF_RECORD_COMPRESSED)
		unpack(record + 8, size - 8, *at);
	else if (type == PERF_RECORD_COMPRESSED2)
		unpack(record + 16, number(record + 8), *at);
	*at += size;
	if (type == PERF_RECORD_HEADER_TRACING_DATA || type == PERF_RECORD_AUXTRACE)
		die("data after a record", *at);
	return 1;
}

static void read_file(FILE *f)
{
	unsigned char header[FILE_HEADER_SIZE], attr[ATTR_SIZE_VER0];
	uint64_t at, end;

	if (fread(header, sizeof(header), 1, f) != 1 || number(header) != FILE_MAGIC_V2)
		die("no perf.data header", 0);
	if (fseeko(f, (off_t)number(header + 24), SEEK_SET) || fread(attr, sizeof(attr), 1, f) != 1)
		die("no attr", number(header + 24));
	counts.sample_type = number(attr + 24);
	at = number(header + 40);
	end = number(header + 48) ? at + number(header + 48) : UINT64_MAX;
	if (fseeko(f, (off_t)at, SEEK_SET))
		die("no data", at);
	while (read_record(f, &at, end))
		;
	if (at != end && end != UINT64_MAX)
		die("data section cut off", at);
	if (unpacked.size)
		die("record cut off in the last frame", at);
	printf("finished %d\n", end != UINT64_MAX && !counts.open);
}

int main(int argc, char **argv)
{
	FILE *f = argc == 2 ? fopen(argv[1], "rb") : NULL;

	if (!f) {
		fprintf(stderr, "usage: count_records FILE\n");
		return 2;
	}
	unpacked.stream = ZSTD_createDStream();
	read_file(f);
	fclose(f);
	for (int type = 0; type < TYPES_MAX; type++)
		if (counts.types[type])
			printf("type_%d %" PRIu64 "\n", type, counts.types[type]);
	printf("lost %" PRIu64 "\nlost_samples %" PRIu64 "\nanon_maps %" PRIu64 "\nexecs %" PRIu64 "\n", counts.lost,
	       counts.lost_samples, counts.anon_maps, counts.execs);
	printf("first_time %" PRIu64 "\nlast_time %" PRIu64 "\nlongest_pause %" PRIu64 "\n", counts.first, counts.last,
	       counts.gap);
	ZSTD_freeDStream(unpacked.stream);
	free(unpacked.data);
	return 0;
}
