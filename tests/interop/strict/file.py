"""A file or pipe of perf.data, read to its last byte: little-endian ones, not directories. Nothing is taken from prec."""
import collections
import os
import struct

from . import features, records
from .attrs import ATTR_MIN, CALLCHAIN, ID, IDENTIFIER, READ_GROUP, TIME, TRAILER, Attr, Short
from .features import COMPRESSED, EVENT_DESC, GROUP_DESC, HOSTNAME, NRCPUS, SAMPLE_TIME
from .rules import Findings

MAGIC = b"PERFILE2"
HEADER_SIZE, PIPE_HEADER_SIZE, SECTION_SIZE, FEATURE_BITS = 104, 16, 16, 256
ATTRS, DATA, EVENT_TYPES = range(3)

# last_feature, last_type: of what a reader knows. without: rules that this writer does not keep.
Limits = collections.namedtuple("Limits", "attr_max last_feature last_type without")
WRITERS = {
    # What perf 6.1 reads: its last feature is PMU_CAPS, its last record FINISHED_INIT.
    "prec": Limits(128, features.PMU_CAPS, records.FINISHED_INIT, ()),
    # It packs what its rings hold, whatever its length, and ends a TRACING_DATA of a pipe with padding. Its tracepoints
    # have a CPU that its other events have not. Its times of samples are 0 when it did not look for build-ids of files.
    # Its rounds are over when they have been read, however late a CPU writes.
    "perf 6.1": Limits(128, features.PMU_CAPS, records.FINISHED_INIT,
                       ("record-align", "whole-records", "tracing-data", "same-trailer", "sample-time", "rounds")),
    # The same, with features up to bit 34 and records up to BPF_METADATA. Its dummy event has no callchain.
    "perf 7.3": Limits(144, 34, 84, ("record-align", "whole-records", "tracing-data", "same-trailer", "callchain",
                                     "rounds")),
}
# What is left before the first flush or between two: features are before the data, and no times of samples are known.
WITHOUT_KILLED = ("feature-place", "feature-order", "file-end", "sample-time")


def is_pipe(path):
    """Whether a file begins as a stream does; False of a directory."""
    if os.path.isdir(path):
        return False
    with open(path, "rb") as data:
        return data.read(16)[8:] == struct.pack("<Q", PIPE_HEADER_SIZE)


class File:
    """A file or pipe that has been read: what is wrong with it, and where things are."""

    def __init__(self, data, writer="prec", killed=False):
        self.data, self.limits = data, WRITERS[writer]
        self.findings = Findings(self.limits.without + (WITHOUT_KILLED if killed else ()))
        self.attrs, self.sections, self.features, self.feature_places, self.records = [], [], {}, {}, None
        header = data[:PIPE_HEADER_SIZE]
        size = struct.unpack_from("<Q", header, 8)[0] if len(header) == PIPE_HEADER_SIZE else 0
        self.is_pipe = size == PIPE_HEADER_SIZE
        if header[:8] != MAGIC or not self.is_pipe and (size != HEADER_SIZE or len(data) < HEADER_SIZE):
            rule = "pipe-header" if len(data) < HEADER_SIZE else "header"
            self.findings.add(rule, 0, f"{header[:8]!r}, {size} bytes")
            return
        try:
            (self.read_pipe if self.is_pipe else self.read_file)()
        except Short:
            self.findings.add("sections", 0, "the file is too short for what it has to hold")

    @property
    def has_late_records(self):
        return bool(self.records and self.records.late)

    def check(self, rule, holds, offset, text):
        return self.findings.check(rule, holds, offset, text)

    def read_file(self):
        self.attr_size, = struct.unpack_from("<Q", self.data, 16)
        words = struct.unpack_from("<6Q", self.data, 24)
        self.sections = list(zip(words[::2], words[1::2]))
        if not self.sections_fit():
            return
        self.read_attrs()
        self.check_attrs()
        self.read_feature_table()
        self.features = features.read_features(self.findings, self.data, self.feature_places)
        self.check_features()
        if self.attrs:
            self.read_records(*self.sections[DATA])
            self.check_times()

    def sections_fit(self):
        names = ("attrs", "data", "event types")
        fit = True
        for number, (at, size) in enumerate(self.sections):
            if number == EVENT_TYPES:
                self.check("event-types", not size, 56, f"{size} bytes")
            else:
                fit &= self.check("sections", HEADER_SIZE <= at <= at + size <= len(self.data), 24 + 16 * number,
                                  f"{names[number]}: {size} bytes at {at:#x} of {len(self.data)}")
        (attrs, attrs_size), (data, data_size), _ = self.sections
        self.check("sections", attrs + attrs_size <= data or data + data_size <= attrs, 24, "attrs and data overlap")
        self.check("data-size", data_size, 48, "no data")
        return fit and self.check("attr-size", self.attr_size >= ATTR_MIN + SECTION_SIZE and attrs_size
                                  and attrs_size % self.attr_size == 0, 16,
                                  f"attrs of {self.attr_size} bytes in a section of {attrs_size}")

    def read_attrs(self):
        start, size = self.sections[ATTRS]
        for at in range(start, start + size, self.attr_size):
            end = at + self.attr_size - SECTION_SIZE
            attr = Attr(self.data[at:end])
            self.check("attr-size", attr.size == end - at and attr.size <= self.limits.attr_max, at + 4,
                       f"an attr of {attr.size} bytes in {end - at}")
            ids, ids_size = struct.unpack_from("<QQ", self.data, end)
            if self.check("ids", ids + ids_size <= len(self.data) and ids_size % 8 == 0, end,
                          f"{ids_size} bytes at {ids:#x}"):
                attr.ids = struct.unpack_from(f"<{ids_size // 8}Q", self.data, ids)
            attr.place = at
            self.attrs.append(attr)

    def check_attrs(self):
        if not self.attrs:
            return
        first = self.attrs[0]
        self.check("first-event", not first.is_dummy, first.place, "the first event is dummy")
        owners = collections.Counter(one for attr in self.attrs for one in attr.ids)
        for attr in self.attrs:
            at = attr.place
            several = len(self.attrs) > 1
            self.check("id-place", not several or attr.sample_type & IDENTIFIER or attr.sample_type & ID
                       and attr.id_place() == first.id_place(), at + 24, f"sample_type {attr.sample_type:#x}")
            self.check("sample-id-all", attr.sample_id_all == first.sample_id_all, at + 40, f"flags {attr.flags:#x}")
            self.check("same-trailer", not (attr.sample_type ^ first.sample_type) & TRAILER, at + 24,
                       f"sample_type {attr.sample_type:#x}, {first.sample_type:#x}")
            self.check("same-read-format", not (attr.read_format ^ first.read_format) & ~READ_GROUP, at + 32,
                       f"read_format {attr.read_format:#x}, {first.read_format:#x}")
            self.check("time", attr.sample_type & TIME, at + 24, f"sample_type {attr.sample_type:#x}")
            self.check("callchain", not (attr.sample_type ^ first.sample_type) & CALLCHAIN, at + 24,
                       f"sample_type {attr.sample_type:#x}, {first.sample_type:#x}")
            self.check("ids", (attr.ids or not several) and all(owners[one] == 1 for one in attr.ids), at,
                       f"ids {attr.ids}")

    def read_feature_table(self):
        bitmap = int.from_bytes(self.data[72:HEADER_SIZE], "little")
        self.check("reserved-bit", not bitmap & 1, 72, "bit 0 is set")
        last = self.limits.last_feature
        self.check("feature-bits", not bitmap >> last + 1, 72, f"bits {bitmap >> last + 1:#x} from {last + 1} on")
        bits = [bit for bit in range(FEATURE_BITS) if bitmap >> bit & 1]
        table = sum(self.sections[DATA])
        table_end = table + SECTION_SIZE * len(bits)
        if not self.check("sections", table_end <= len(self.data), table, f"a table of {len(bits)} features"):
            return
        end = table_end
        for number, bit in enumerate(bits):
            place = table + SECTION_SIZE * number
            at, size = struct.unpack_from("<QQ", self.data, place)
            self.check("feature-place", at >= table_end, place, f"feature {bit} at {at:#x}, before {table_end:#x}")
            self.check("feature-order", at >= end, place, f"feature {bit} at {at:#x}, before {end:#x}")
            end = max(end, at + size)
            if self.check("sections", at + size <= len(self.data), place, f"feature {bit}: {size} bytes at {at:#x}"):
                self.feature_places[bit] = (at, size)
        self.check("file-end", end == len(self.data), end, f"{len(self.data) - end} bytes more")
        self.check("hostname", HOSTNAME in bits, 72, "no HOSTNAME")

    def check_features(self):
        described = self.features.get(EVENT_DESC)
        if described is not None:
            same = len(described) == len(self.attrs) and all(
                one.raw == attr.raw and one.ids == attr.ids and one.name for one, attr in zip(described, self.attrs))
            self.check("event-desc", same, self.feature_places[EVENT_DESC][0], f"{len(described)} events, "
                       f"{len(self.attrs)} attrs, or they differ")
        taken = 0
        for at, leader, members in self.features.get(GROUP_DESC) or ():
            self.check("group-desc", taken <= leader and members > 1 and leader + members <= len(self.attrs), at,
                       f"{members} events from {leader}, of {len(self.attrs)}")
            taken = leader + members

    def read_records(self, at, size):
        self.records = records.Records(self.findings, self.attrs, self.limits, self.features.get(NRCPUS),
                                              self.features.get(COMPRESSED))
        read = self.records.walk(self.data, at, at + size)
        self.check("data-end", read == at + size, read, f"{at + size - read} bytes that are no record")

    def check_times(self):
        times = self.features.get(SAMPLE_TIME)
        if times is not None:
            have = (self.records.first_time or 0, self.records.last_time or 0)
            self.check("sample-time", times == have, self.feature_places[SAMPLE_TIME][0], f"{times}, {have} in samples")

    def read_pipe(self):
        at = self.read_pipe_head()
        self.check_attrs()
        self.features = features.read_features(self.findings, self.data, self.feature_places, True)
        self.check_features()
        if not self.check("pipe-order", self.attrs, PIPE_HEADER_SIZE, "no attr at the beginning"):
            return
        self.read_records(at, len(self.data) - at)
        for late in {records.HEADER_ATTR, records.FEATURE} & self.records.types:
            self.findings.add("pipe-order", at, f"type {late} after others")
        self.check("pipe-notes", records.EVENT_TYPE not in self.records.types, at, "there is one")

    def read_pipe_head(self):
        """Attrs and features. Returns where the first record is that is neither."""
        at = PIPE_HEADER_SIZE
        while at + 8 <= len(self.data):
            record_type, _, size = struct.unpack_from("<IHH", self.data, at)
            if record_type not in (records.HEADER_ATTR, records.FEATURE) or size < 16 \
                    or at + size > len(self.data):
                return at
            if record_type == records.FEATURE:
                bit, = struct.unpack_from("<Q", self.data, at + 8)
                self.check("feature-bits", 0 < bit <= self.limits.last_feature + 1, at, f"feature {bit}")
                if bit <= self.limits.last_feature:
                    self.feature_places[bit] = (at + 16, size - 16)
            else:
                self.check("pipe-order", EVENT_DESC not in self.feature_places, at, "an attr after EVENT_DESC")
                self.read_pipe_attr(at, size)
            at += size
        return at

    def read_pipe_attr(self, at, size):
        attr_size, = struct.unpack_from("<I", self.data, at + 12)
        ids = size - 8 - attr_size
        if not self.check("attr-size", ATTR_MIN <= attr_size <= self.limits.attr_max and ids >= 0 and ids % 8 == 0,
                          at, f"an attr of {attr_size} bytes in a record of {size}"):
            return
        attr = Attr(self.data[at + 8:at + 8 + attr_size])
        attr.ids = struct.unpack_from(f"<{ids // 8}Q", self.data, at + 8 + attr_size)
        attr.place = at
        self.attrs.append(attr)
