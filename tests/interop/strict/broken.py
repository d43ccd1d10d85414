"""Copies of recordings that each break a rule of rules.py, to show that file.py notices."""
import ctypes
import struct

from . import records
from .attrs import CALLCHAIN, CPU, ID, IDENTIFIER, STREAM_ID, TIME, u64
from .features import BUILD_ID, COMPRESSED, EVENT_DESC, GROUP_DESC, HOSTNAME, NRCPUS, PMU_MAPPINGS, \
    SAMPLE_TIME, TOTAL_MEM
from .records import COMM, EVENT_TYPE, EXIT, FINISHED_ROUND, MMAP2, SAMPLE, TRACING_DATA

BITMAP, DATA_SIZE, EVENT_TYPES_SIZE = 72, 48, 64
SAMPLE_TYPE, READ_FORMAT, FLAGS = 24, 32, 40
SKIPPABLE_FRAME = 0x184D2A50


class Copy:
    """The bytes of a strict.File, to be altered."""

    def __init__(self, file):
        self.file, self.data = file, bytearray(file.data)

    def put(self, code, at, *values):
        struct.pack_into("<" + code, self.data, at, *values)

    def flip(self, at, bits):
        self.put("Q", at, u64(self.data, at)[0] ^ bits)

    def attr(self, number):
        return self.file.attrs[number].place

    def of_type(self, record_type):
        """Places of the records of a type that are in no other."""
        return [at for at, found, _ in self.file.records.places if found == record_type]

    def feature(self, bit):
        return self.file.feature_places[bit][0]

    def table_entry(self, number):
        return sum(self.file.sections[1]) + 16 * number

    def entry_of(self, bit):
        return self.table_entry(sorted(self.file.feature_places).index(bit))


def clear_feature(copy, bit):
    """Without one feature; what has been the last entry of the table is left over."""
    bits = sorted(copy.file.feature_places)
    for number in range(bits.index(bit), len(bits) - 1):
        copy.put("QQ", copy.table_entry(number), *struct.unpack_from("<QQ", copy.data, copy.table_entry(number + 1)))
    copy.flip(BITMAP + bit // 64 * 8, 1 << bit % 64)


def old_rounds(copy):
    """A time of 1 after two rounds that held later ones."""
    samples = copy.of_type(SAMPLE)
    assert len(samples) > 8
    for at in samples[2], samples[4]:
        copy.put("I", at, FINISHED_ROUND)
    attr = copy.file.attrs[0]
    copy.put("Q", samples[-1] + 8 + 8 * attr.fixed.index(TIME), 1)


def split_record(copy):
    """The first COMPRESSED record without the last bytes of what it holds."""
    library = ctypes.CDLL(records.Zstd.LIBRARY)
    at = copy.of_type(records.COMPRESSED)[0]
    size = struct.unpack_from("<H", copy.data, at + 6)[0] - 8
    text = records.Zstd().unpack(bytes(copy.data[at + 8:at + 8 + size]))[0][:-4]
    packed = ctypes.create_string_buffer(size + 4096)
    length = library.ZSTD_compress(packed, ctypes.c_size_t(len(packed)), text, ctypes.c_size_t(len(text)), 19)
    assert 0 < length <= size - 8
    copy.data[at + 8:at + 8 + length] = packed.raw[:length]
    copy.put("II", at + 8 + length, SKIPPABLE_FRAME, size - length - 8)


def id_of(copy, sample):
    return sample + 8 + copy.file.attrs[0].id_place()


def callchain_of(copy, sample):
    attr = copy.file.attrs[0]
    return sample + 8 + 8 * len(attr.fixed)


def end_of(copy, at):
    return at + struct.unpack_from("<H", copy.data, at + 6)[0]


def event_id(kind):
    """ID or IDENTIFIER, whichever there is."""
    return kind & (ID | IDENTIFIER)


# rule: (the recording to alter, how)
BROKEN = {
    "header": ("plain", lambda c: c.put("Q", 8, 112)),
    "attr-size": ("plain", lambda c: c.put("I", c.attr(0) + 4, 120)),
    "sections": ("plain", lambda c: c.put("Q", DATA_SIZE, 1 << 40)),
    "data-size": ("plain", lambda c: c.put("Q", DATA_SIZE, 0)),
    "event-types": ("plain", lambda c: c.put("Q", EVENT_TYPES_SIZE, 72)),
    "ids": ("plain", lambda c: c.put("QQ", c.attr(1) + 128, *struct.unpack_from("<QQ", c.data, c.attr(0) + 128))),
    "reserved-bit": ("plain", lambda c: c.flip(BITMAP, 1)),
    "feature-bits": ("plain", lambda c: c.flip(BITMAP + 24, 1 << 200 - 192)),
    "feature-place": ("plain", lambda c: c.put("Q", c.table_entry(0), 104)),
    "feature-order": ("plain", lambda c: c.put("Q", c.table_entry(1), u64(c.data, c.table_entry(0))[0])),
    "file-end": ("plain", lambda c: c.data.extend(bytes(4))),
    "id-place": ("plain", lambda c: c.flip(c.attr(1) + SAMPLE_TYPE, event_id(c.file.attrs[1].sample_type))),
    "sample-id-all": ("plain", lambda c: c.flip(c.attr(1) + FLAGS, 1 << 18)),
    "same-trailer": ("plain", lambda c: c.flip(c.attr(1) + SAMPLE_TYPE, STREAM_ID)),
    "same-read-format": ("plain", lambda c: c.flip(c.attr(1) + READ_FORMAT, 1)),
    "time": ("plain", lambda c: c.flip(c.attr(1) + SAMPLE_TYPE, TIME)),
    "first-event": ("plain", lambda c: c.put("Q", c.attr(0) + 8, 9)),
    "callchain": ("plain", lambda c: c.flip(c.attr(-1) + SAMPLE_TYPE, CALLCHAIN)),
    "record-size": ("plain", lambda c: c.put("H", c.of_type(SAMPLE)[0] + 6, 4)),
    "record-align": ("plain", lambda c: c.put("H", c.of_type(SAMPLE)[0] + 6, 52)),
    "data-end": ("plain", lambda c: c.put("Q", DATA_SIZE, c.file.sections[1][1] - 4)),
    "record-type": ("plain", lambda c: c.put("I", c.of_type(FINISHED_ROUND)[0], 100)),
    "round-size": ("plain", lambda c: c.put("I", c.of_type(EVENT_TYPE)[0], FINISHED_ROUND)),
    "record-body": ("plain", lambda c: c.put("I", c.of_type(EXIT)[0], records.LOST_SAMPLES)),
    "string": ("plain", lambda c: c.put("16s", c.of_type(COMM)[-1] + 16, b"x" * 16)),
    "build-id-size": ("plain", lambda c: c.put("B", next(at for at in c.of_type(MMAP2) if c.data[at + 5] & 0x40) + 40,
                                               21)),
    "sample-id": ("plain", lambda c: c.put("Q", id_of(c, c.of_type(SAMPLE)[0]), 1 << 50)),
    "record-id": ("plain", lambda c: c.put("Q", end_of(c, c.of_type(COMM)[-1]) - 8, 1 << 50)),
    "sample-size": ("plain", lambda c: c.put("Q", callchain_of(c, c.of_type(SAMPLE)[0]), 0)),
    "cpu-number": ("cpu", lambda c: c.put("I", c.of_type(SAMPLE)[0] + 8 + 8 * c.file.attrs[0].fixed.index(CPU), 9999)),
    "cpu-mode": ("plain", lambda c: c.put("H", c.of_type(SAMPLE)[0] + 4, 0)),
    "rounds": ("plain", old_rounds),
    "compressed-feature": ("packed", lambda c: clear_feature(c, COMPRESSED)),
    "compressed-version": ("packed", lambda c: c.put("I", c.feature(COMPRESSED), 1)),
    "compressed-buffer": ("packed", lambda c: c.put("I", c.feature(COMPRESSED) + 16, 8)),
    "frame": ("packed", lambda c: c.put("I", c.of_type(records.COMPRESSED)[0] + 8, 0)),
    "whole-records": ("packed", split_record),
    "feature-string": ("plain", lambda c: c.put("B", c.feature(HOSTNAME) + 4 + 63, 1)),
    "feature-size": ("plain", lambda c: c.put("Q", c.entry_of(TOTAL_MEM) + 8, 4)),
    "nrcpus": ("plain", lambda c: c.put("I", c.feature(NRCPUS) + 4, 9999)),
    "event-desc": ("plain", lambda c: c.flip(c.feature(EVENT_DESC) + 8 + 8, 1)),
    "cpu-topology": ("plain", lambda c: c.put("I", c.feature(NRCPUS), 0)),
    "pmu-mappings": ("plain", lambda c: c.put("I", c.feature(PMU_MAPPINGS), 0)),
    "group-desc": ("group", lambda c: c.put("I", c.feature(GROUP_DESC) + 4 + 4 + 64, 99)),
    "sample-time": ("plain", lambda c: c.put("Q", c.feature(SAMPLE_TIME), 1)),
    "build-id": ("plain", lambda c: c.put("B", c.feature(BUILD_ID) + 36 + 63, 1)),
    "hostname": ("plain", lambda c: clear_feature(c, HOSTNAME)),
    "pipe-header": ("pipe", lambda c: c.put("Q", 8, 24) or c.data.__delitem__(slice(64, None))),
    "pipe-order": ("pipe", lambda c: c.put("I", 16, records.EVENT_UPDATE)),
    "pipe-notes": ("pipe", lambda c: c.put("I", c.of_type(FINISHED_ROUND)[-1], EVENT_TYPE)),
    "tracing-data": ("pipe", lambda c: c.put("I", c.of_type(TRACING_DATA)[0] + 8, 4 | struct.unpack_from(
        "<I", c.data, c.of_type(TRACING_DATA)[0] + 8)[0])),
}


def broken_copy(rule, bases):
    """bases: {name: strict.File}"""
    base, alter = BROKEN[rule]
    copy = Copy(bases[base])
    alter(copy)
    return bytes(copy.data)
