"""Records, read for file.py: their bodies, the events and the order they belong to, compressed ones."""
import ctypes
import struct

from . import attrs
from .attrs import CPU, ID, IDENTIFIER, TIME, Short, u16, u32, u64

MMAP, LOST, COMM, EXIT, THROTTLE, UNTHROTTLE, FORK, READ, SAMPLE, MMAP2, AUX, ITRACE_START, LOST_SAMPLES, SWITCH, \
    SWITCH_CPU_WIDE, NAMESPACES, KSYMBOL, BPF_EVENT, CGROUP, TEXT_POKE, AUX_OUTPUT_HW_ID = range(1, 22)
USER_START = 64
HEADER_ATTR, EVENT_TYPE, TRACING_DATA, BUILD_ID, FINISHED_ROUND, ID_INDEX = range(64, 70)
AUXTRACE, THREAD_MAP, CPU_MAP = 71, 73, 74
EVENT_UPDATE, TIME_CONV, FEATURE, COMPRESSED, FINISHED_INIT, COMPRESSED2 = range(78, 84)
KERNEL_LAST = AUX_OUTPUT_HW_ID
MISC_CPUMODE, MISC_MMAP_BUILD_ID = 7, 1 << 14
UPDATE_SCALE, UPDATE_CPUS = 1, 3
COMM_MAX, PATH_MAX, BUILD_ID_MAX = 16, 4096, 20
NO_ID = (0, (1 << 64) - 1)

# Bodies without a string: how long they are without header and trailer.
FIXED = {LOST: 16, EXIT: 24, FORK: 24, THROTTLE: 24, UNTHROTTLE: 24, AUX: 24, ITRACE_START: 8, LOST_SAMPLES: 8,
         SWITCH: 0, SWITCH_CPU_WIDE: 8, BPF_EVENT: 16, AUX_OUTPUT_HW_ID: 8}
# Where a string is, and how long it may be.
NAMED = {MMAP: (32, PATH_MAX), MMAP2: (64, PATH_MAX), COMM: (8, COMM_MAX), KSYMBOL: (16, 512), CGROUP: (8, PATH_MAX)}


def body_size(record_type, data, at, end, attr):
    """How long the body of a kernel's record is, up to its trailer. Raises Short; None: nothing is known of it."""
    if record_type in FIXED:
        return FIXED[record_type]
    if record_type == NAMESPACES:
        return 16 + 16 * attrs.read_count(data, at + 8, end, 16)[0]
    if record_type == TEXT_POKE:
        attrs.need(at, end, 12)
        return (12 + u16(data, at + 8)[0] + u16(data, at + 10)[0] + 7) & ~7
    if record_type == READ:
        return attrs.skip_read(attr.read_format, data, at + 8, end) - at
    return None


def string_end(findings, data, at, end, limit, offset):
    """Where a string that is padded to 8 bytes ends; None if there is none."""
    nul = data.find(b"\0", at, end)
    if nul < 0:
        findings.add("string", offset, f"no NUL in {bytes(data[at:end])[:40]!r}")
        return None
    padded = at + (nul - at + 8) // 8 * 8
    findings.check("string", nul - at < limit and not any(data[nul:min(padded, end)]), offset,
                   f"{bytes(data[at:nul])[:40]!r}, {nul - at} bytes, padded to {padded - at}")
    return padded


class Records:
    """Reads records one after the other, and what COMPRESSED ones hold. limits: of the recorder."""

    def __init__(self, findings, attrs, limits, cpus=None, mmap_len=None):
        self.findings, self.attrs, self.limits = findings, attrs, limits
        self.cpus, self.mmap_len = cpus, mmap_len
        self.by_id = {one: attr for attr in attrs for one in attr.ids}
        self.first_time = self.last_time = None
        self.samples, self.types, self.places = 0, set(), []
        self.newest, self.flushed, self.next_flush, self.late = 0, 0, 0, 0
        self.stream, self.rest = None, b""

    def attr_of(self, value, place, rule):
        if len(self.attrs) == 1 or rule == "record-id" and value in NO_ID:
            return self.attrs[0]
        attr = self.by_id.get(value)
        self.findings.check(rule, attr, place, f"id {value}")
        return attr

    def walk(self, data, at, end, place=None):
        """Returns where the last whole record ends. place: where in the file these come from, if they were packed."""
        while at + 8 <= end:
            record_type, misc, size = struct.unpack_from("<IHH", data, at)
            offset = at if place is None else place
            if size < 8 or at + size > end:
                if size < 8 or place is None:
                    self.findings.add("record-size", offset, f"type {record_type}: {size} bytes of {end - at}")
                    return end if size < 8 else at
                return at
            if place is None:
                self.places.append((at, record_type, size))
            at += size + self.record(record_type, misc, data, at, at + size, offset, place is not None)
        return at

    def record(self, record_type, misc, data, at, end, offset, packed):
        """Returns how many bytes that are no records follow it."""
        self.types.add(record_type)
        known = 0 < record_type <= KERNEL_LAST or USER_START <= record_type <= self.limits.last_type
        self.findings.check("record-type", known, offset, f"type {record_type}")
        if record_type != TRACING_DATA:
            self.findings.check("record-align", (end - at) % 8 == 0, offset, f"type {record_type}: {end - at} bytes")
        try:
            if record_type == SAMPLE:
                self.sample(misc, data, at + 8, end, offset)
            elif known and record_type < USER_START:
                self.kernel_record(record_type, misc, data, at + 8, end, offset)
            elif known:
                return self.user_record(record_type, data, at + 8, end, offset, packed)
        except Short:
            self.findings.add("sample-size" if record_type == SAMPLE else "record-body", offset,
                              f"type {record_type}: {end - at} bytes are too few")
        return 0

    def sample(self, misc, data, at, end, offset):
        self.samples += 1
        place = self.attrs[0].id_place()
        event = None if place is None else u64(data, attrs.need(at + place, end, 8))[0]
        attr = self.attr_of(event, offset, "sample-id")
        self.findings.check("cpu-mode", 1 <= misc & MISC_CPUMODE <= 5, offset, f"misc {misc:#x}")
        if not attr:
            return
        found, read = attrs.read_sample(attr, data, at, end)
        self.findings.check("sample-size", read == end, offset, f"{end - read} bytes more")
        if TIME in found:
            self.sample_time(found[TIME])
            self.in_order(found[TIME], offset)
        if CPU in found and self.cpus:
            self.findings.check("cpu-number", found[CPU] & 0xffffffff < self.cpus, offset,
                                f"CPU {found[CPU] & 0xffffffff} of {self.cpus}")

    def sample_time(self, time):
        self.first_time = time if self.first_time is None else min(time, self.first_time)
        self.last_time = time if self.last_time is None else max(time, self.last_time)

    def kernel_record(self, record_type, misc, data, at, end, offset):
        first = self.attrs[0]
        attr = first
        if first.sample_id_all and len(self.attrs) > 1:
            attrs.need(at, end, first.trailer_size())
            trailer = attrs.read_trailer(first, data, end)
            attr = self.attr_of(trailer.get(IDENTIFIER, trailer.get(ID, 0)), offset, "record-id")
        if not attr:
            return
        if record_type == MMAP2 and misc & MISC_MMAP_BUILD_ID:
            size = data[attrs.need(at + 32, end, 1)]
            self.findings.check("build-id-size", size <= BUILD_ID_MAX, offset, f"a build-id of {size} bytes")
        if record_type in NAMED:
            place, limit = NAMED[record_type]
            body = string_end(self.findings, data, attrs.need(at + place, end, 8), end, limit, offset)
        else:
            size = body_size(record_type, data, at, end, attr)
            body = None if size is None else at + size
        if body is not None:
            self.findings.check("record-body", body + attr.trailer_size() == end, offset, f"type {record_type}: "
                                f"{end - at} bytes, {body - at + attr.trailer_size()} of them filled")
        if record_type in (LOST, THROTTLE, UNTHROTTLE) and len(self.attrs) > 1:
            self.attr_of(u64(data, at if record_type == LOST else at + 8)[0], offset, "record-id")
        if attr.sample_id_all:
            self.in_order(attrs.read_trailer(attr, data, end).get(TIME, 0), offset)

    def in_order(self, time, offset):
        """Times of 0 and -1 are of what was written down at the beginning."""
        if time in NO_ID:
            return
        if time < self.flushed:
            self.late += 1
            self.findings.add("rounds", offset, f"time {time} after {self.flushed} of a round that has passed")
        self.newest = max(self.newest, time)

    def user_record(self, record_type, data, at, end, offset, packed):
        findings = self.findings
        size = end - at
        if record_type in (FINISHED_ROUND, FINISHED_INIT):
            findings.check("round-size", size == 0, offset, f"type {record_type}: {size + 8} bytes")
        if record_type == FINISHED_ROUND:
            # what perf flushes at this one is what had come before the one before
            self.flushed, self.next_flush = self.next_flush, self.newest
        elif record_type == ID_INDEX:
            self.id_index(data, at, end, offset)
        elif record_type == THREAD_MAP:
            number, place = attrs.read_count(data, at, end, 24)
            findings.check("record-body", place + 24 * number == end, offset, f"{number} threads in {size} bytes")
            for entry in range(place, place + 24 * number, 24):
                findings.check("string", b"\0" in data[entry + 8:entry + 24], offset, "a comm without NUL")
        elif record_type == EVENT_UPDATE:
            kind, event = struct.unpack_from("<QQ", data, attrs.need(at, end, 16))
            self.attr_of(event, offset, "sample-id")
            if kind not in (UPDATE_SCALE, UPDATE_CPUS):
                string_end(findings, data, at + 16, end, 64, offset)
        elif record_type == TIME_CONV:
            findings.check("record-body", size in (24, 48), offset, f"TIME_CONV of {size + 8} bytes")
        elif record_type == TRACING_DATA:
            following = u32(data, attrs.need(at, end, 4))[0]
            findings.check("tracing-data", size == 4 and following % 8 == 0, offset, f"{size + 8} bytes before "
                           f"{following}")
            return following
        elif record_type == AUXTRACE:
            following = u64(data, attrs.need(at, end, 40))[0]
            findings.check("record-align", following % 8 == 0 and not packed, offset, f"{following} bytes after AUXTRACE")
            return following
        elif record_type in (COMPRESSED, COMPRESSED2):
            if not packed:
                if record_type == COMPRESSED2:
                    size, = u64(data, attrs.need(at, end, 8))
                    at += 8
                self.unpack(bytes(data[at:min(at + size, end)]), offset)
        return 0

    def id_index(self, data, at, end, offset):
        number, place = attrs.read_count(data, at, end, 32)
        # newer perfs have the machines of all entries after them
        size = end - place
        self.findings.check("record-body", size in (32 * number, 48 * number), offset, f"{number} ids in {size} bytes")
        for entry in range(place, place + 32 * number, 32):
            self.attr_of(u64(data, entry)[0], offset, "record-id")

    def unpack(self, packed, offset):
        if self.mmap_len is None:
            self.findings.add("compressed-feature", offset, "there is no feature COMPRESSED")
            self.mmap_len = 0
        if not self.stream:
            self.stream = Zstd()
        try:
            text, is_end = self.stream.unpack(packed)
        except ValueError as error:
            self.findings.add("frame", offset, str(error))
            return
        self.findings.check("compressed-buffer", len(text) <= self.mmap_len, offset,
                            f"{len(text)} bytes, mmap_len is {self.mmap_len}")
        text = self.rest + text
        read = self.walk(text, 0, len(text), offset)
        self.rest = text[read:]
        self.findings.check("whole-records", not self.rest or not is_end, offset,
                            f"{len(self.rest)} bytes of a record that goes on after the frame")


class Buffer(ctypes.Structure):
    """ZSTD_inBuffer and ZSTD_outBuffer"""
    _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_size_t), ("at", ctypes.c_size_t)]


class Zstd:
    """Decompresses one stream after the other, as perf does: with one state for the whole file."""
    LIBRARY = "libzstd.so.1"
    PIECE = 1 << 20

    def __init__(self):
        library = ctypes.CDLL(self.LIBRARY)
        library.ZSTD_createDStream.restype = ctypes.c_void_p
        library.ZSTD_getErrorName.restype = ctypes.c_char_p
        for name in ("ZSTD_decompressStream", "ZSTD_freeDStream"):
            getattr(library, name).restype = ctypes.c_size_t
        library.ZSTD_getErrorName.argtypes = library.ZSTD_isError.argtypes = [ctypes.c_size_t]
        self.library = library
        self.state = ctypes.c_void_p(library.ZSTD_createDStream())
        self.piece = ctypes.create_string_buffer(self.PIECE)

    def __del__(self):
        self.library.ZSTD_freeDStream(self.state)

    def unpack(self, packed):
        """What is in it, and whether a frame ends where it does. Raises ValueError."""
        source = ctypes.create_string_buffer(packed, len(packed))
        put = Buffer(ctypes.cast(source, ctypes.c_void_p), len(packed), 0)
        found = []
        while True:
            got = Buffer(ctypes.cast(self.piece, ctypes.c_void_p), self.PIECE, 0)
            status = self.library.ZSTD_decompressStream(self.state, ctypes.byref(got), ctypes.byref(put))
            if self.library.ZSTD_isError(status):
                raise ValueError(self.library.ZSTD_getErrorName(status).decode())
            found.append(self.piece.raw[:got.at])
            if put.at == put.size and got.at < got.size:
                return b"".join(found), status == 0
