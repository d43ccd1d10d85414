"""The rules of file.py: what readers of perf.data demand, each with the reader and the place in its source.

perf is tools/perf of Linux. The others are as of: linux-perf-data da5bce4, quipper (perf_data_converter e2c2da7),
perfparser f383638, simpleperf fb7d24d, Perfetto 49db23c, go-perf 7b712e5.
"""
import collections

Finding = collections.namedtuple("Finding", "rule offset text")

# name: (what has to be, who says so)
RULES = {
    # the file
    "header": ("a header of 104 bytes that begins with PERFILE2", "go-perf reader.go New; Perfetto ParseHeader"),
    "attr-size": ("attrs of the size the header says, of 128 bytes at most", "Perfetto AttrsSectionReader::ReadNext; "
                  "perf 6.1 header.c read_attr"),
    "sections": ("sections after the header, within the file, apart from each other",
                 "simpleperf RecordFileReader::CheckSectionDesc; quipper PerfReader::ReadFileData"),
    "data-size": ("a data section that is not empty", "go-perf reader.go New; perf header.c perf_session__read_header"),
    "event-types": ("no event types beside the attrs", "quipper ReadEventTypesSection"),
    "ids": ("ids of 8 bytes, each of one event", "Perfetto ParseAttrs and PerfSession::Builder::Build; "
            "go-perf readSlice"),
    "reserved-bit": ("feature bit 0 clear", "perf header.h HEADER_RESERVED; quipper ReadMetadata"),
    "feature-bits": ("no feature bit that a perf does not know",
                     "perf inject: header.c feat_ops is indexed by every bit"),
    "feature-place": ("contents of features after the table of features, which is after the data",
                      "simpleperf ReadFeatureSectionDescriptors; Perfetto ParseFeatures"),
    "feature-order": ("contents of features in the order of their bits, apart from each other",
                      "Perfetto ParseFeatures: what is before the one read last is gone"),
    "file-end": ("nothing after the last feature", "Perfetto PerfDataTokenizer::Parse: Unexpected data"),
    # events
    "id-place": ("IDENTIFIER, or ID at one place, in all events if there are several",
                 "perf evlist.c evlist__valid_sample_type; linux-perf-data file_reader.rs "
                 "NoIdentifierDespiteMultiEvent; quipper UpdateEventIdPositions; simpleperf "
                 "GetCommonEventIdPositionsForAttrs"),
    "sample-id-all": ("sample_id_all in all events or in none", "perf evlist.c evlist__valid_sample_id_all; Perfetto "
                      "PerfSession::Builder::Build; quipper ContainsSampleInfo"),
    "same-trailer": ("the same fields at the ends of records, whatever event they belong to",
                     "perfparser PerfData::processEvents: globalAttributes"),
    "same-read-format": ("one read_format in all events, but for the group of some, which perf does not keep to either",
                         "go-perf reader.go New; perf evlist__valid_read_format"),
    "time": ("a time in all events", "quipper MaybeSortEventsByTime; perf ordered-events.c"),
    "first-event": ("a first event that is sampled", "samply: takes event 0 for that of the profile"),
    "callchain": ("callchains in all events or in none", "perf 6.1 builtin-sched.c perf_timehist__process_event"),
    # records
    "record-size": ("records of at least 8 bytes, within the data",
                    "quipper ReadPerfEventHeader; perf reader__read_event"),
    "record-align": ("records of a multiple of 8 bytes",
                     "perf event.h: read in place as u64; quipper SampleInfoReader"),
    "data-end": ("data that end where a record does", "quipper ReadDataSection; Perfetto ParseFeatureSections"),
    "record-type": ("record types that every reader knows or passes over",
                    "perf 6.1 session.c: type >= PERF_RECORD_HEADER_MAX"),
    "round-size": ("FINISHED_ROUND of 8 bytes", "linux-perf-data file_reader.rs read_next_round; quipper "
                   "GetEventDataVariablePayloadSize; perfparser processEvents"),
    "record-body": ("bodies that are as long as their type says",
                    "quipper ReadNonHeaderEventDataWithoutHeader: Expected exact event size"),
    "string": ("strings with a NUL, padded with NULs to 8 bytes", "quipper GetUint64AlignedStringLength; simpleperf "
               "CommRecord::Parse"),
    "build-id-size": ("build-ids of 20 bytes at most", "quipper ReadNonHeaderEventDataWithoutHeader; perf 6.1 "
                      "build-id.c build_id__init"),
    "sample-id": ("samples of an event that there is", "perf 7.3 session.c: Can't parse sample; Perfetto "
                  "FindAttrForRecord; go-perf getAttr"),
    "record-id": ("other records of an event that there is, or of none", "Perfetto FindAttrForRecord; quipper "
                  "GetSampleInfoReaderForId; go-perf getAttr"),
    "sample-size": ("samples that are as long as their event says", "quipper ReadPerfSampleInfo; simpleperf "
                    "SampleRecord::Parse; perf evsel__parse_sample"),
    "cpu-number": ("samples of CPUs below the number NRCPUS has", "perf event.c machine__resolve, "
                   "env.c perf_env__get_socket_id"),
    "cpu-mode": ("samples of the user or the kernel, of host or guest", "perf event.c thread__find_map; linux "
                 "PERF_RECORD_MISC_CPUMODE_MASK"),
    "rounds": ("nothing after a FINISHED_ROUND that is older than what the round before the last one held",
               "perf ordered-events.c: out of order event; linux-perf-data sorter.rs"),
    # compression
    "compressed-feature": ("a feature COMPRESSED where there is a record COMPRESSED",
                           "perfparser processEvents: without HEADER_COMPRESSED"),
    "compressed-version": ("COMPRESSED of version 0 and type 1", "perfparser PerfData::setCompressed"),
    "compressed-buffer": ("no record COMPRESSED that holds more than mmap_len", "perf tool.c "
                          "perf_session__process_compressed_event; perfparser processEvents"),
    "frame": ("zstd frames that decompress as one stream", "perf zstd.c zstd_decompress_stream; linux-perf-data "
              "decompression.rs"),
    "whole-records": ("records that begin and end in one frame", "prec's own block_index.h"),
    # contents of features
    "feature-string": ("strings with a NUL, padded to 64 bytes", "perf header.c do_write_string and do_read_string"),
    "feature-size": ("features that are as long as their content", "quipper ReadMetadataWithoutHeader: Skipping; perf "
                     "header.c process_*"),
    "nrcpus": ("a number of CPUs, and not more of them online", "perf header.c process_nrcpus; quipper "
               "ReadCPUTopologyMetadata"),
    "event-desc": ("EVENT_DESC with the same attrs and ids as the header", "linux-perf-data AttributeDescription and "
                   "quipper ReadFileData: they take it in the place of the attrs"),
    "cpu-topology": ("cores and sockets of CPUs that there are", "perf header.c process_cpu_topology"),
    "pmu-mappings": ("at least one PMU", "quipper ReadPMUMappingsMetadata"),
    "group-desc": ("groups of events that there are", "perf header.c process_group_desc: invalid group desc"),
    "sample-time": ("the times of the first and the last sample", "perf time-utils.c perf_time__parse_str"),
    "build-id": ("build-ids of records that end after their padded name", "simpleperf BuildIdRecord::Parse; quipper "
                 "ReadBuildIDMetadataWithoutHeader"),
    "hostname": ("a host name", "perf header.c perf_file_header__read: the byte order of the bits is found by it"),
    # pipes
    "pipe-header": ("a header of 16 bytes", "quipper PerfReader::ReadFromPointer"),
    "pipe-order": ("attrs and features, then all else; attrs before their description",
                   "linux-perf-data file_reader.rs parse_pipe_impl; perf header.c process_event_desc"),
    "pipe-notes": ("no HEADER_EVENT_TYPE but one for each event", "quipper ReadEventType"),
    "tracing-data": ("TRACING_DATA of 12 bytes, before a multiple of 8 bytes",
                     "perfparser processEvents; perf header.c perf_event__process_tracing_data"),
}


class Findings:
    """What is wrong with a file: Finding tuples, at most MAX of a rule."""
    MAX = 3

    def __init__(self, without=()):
        """without: rules that are not looked at."""
        self.found, self.counts, self.without = [], collections.Counter(), set(without)

    def add(self, rule, offset, text):
        """offset: in the file."""
        assert rule in RULES, rule
        if rule in self.without:
            return
        self.counts[rule] += 1
        if self.counts[rule] <= self.MAX:
            self.found.append(Finding(rule, offset, text))

    def check(self, rule, holds, offset, text):
        if not holds:
            self.add(rule, offset, text)
        return holds

    def lines(self, path):
        for finding in self.found:
            what, source = RULES[finding.rule]
            yield f"{path}: offset {finding.offset:#x}: {finding.rule}: {finding.text}; wanted: {what} ({source})"
        for rule, count in self.counts.items():
            if count > self.MAX:
                yield f"{path}: {rule}: {count} times"
