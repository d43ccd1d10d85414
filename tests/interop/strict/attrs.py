"""Attrs of events, samples and the ends of other records, read for file.py: little-endian, nothing left out."""
import struct

IP, TID, TIME, ADDR, READ, CALLCHAIN, ID, CPU, PERIOD, STREAM_ID, RAW, BRANCH_STACK, REGS_USER, STACK_USER, WEIGHT, \
    DATA_SRC, IDENTIFIER, TRANSACTION, REGS_INTR, PHYS_ADDR, AUX, CGROUP, DATA_PAGE_SIZE, CODE_PAGE_SIZE, \
    WEIGHT_STRUCT = (1 << bit for bit in range(25))
TRAILER = TID | TIME | ID | STREAM_ID | CPU | IDENTIFIER
READ_ENABLED, READ_RUNNING, READ_ID, READ_GROUP, READ_LOST = (1 << bit for bit in range(5))
BRANCH_HW_INDEX, BRANCH_COUNTERS = 1 << 17, 1 << 19
FLAG_SAMPLE_ID_ALL = 1 << 18
TYPE_SOFTWARE, SOFTWARE_DUMMY = 1, 9
ATTR_MIN = 64

u16, u32, u64 = (struct.Struct(code).unpack_from for code in ("<H", "<I", "<Q"))


class Short(Exception):
    """What is read is longer than what holds it."""


class Attr:
    """A perf_event_attr. Fields beyond its size are 0."""

    def __init__(self, raw):
        data = raw.ljust(144, b"\0")
        self.raw = raw
        self.type, self.size, self.config = struct.unpack_from("<IIQ", data)
        self.sample_type, self.read_format, self.flags = struct.unpack_from("<QQQ", data, 24)
        self.branch_sample_type, self.regs_user = struct.unpack_from("<QQ", data, 72)
        self.regs_intr, = u64(data, 96)
        self.ids = ()
        # The fields before and after what has a size of its own, each of 8 bytes.
        fixed = IDENTIFIER | IP | TID | TIME | ADDR | ID | STREAM_ID | CPU | PERIOD
        self.fixed = [field for field in (IDENTIFIER, IP, TID, TIME, ADDR, ID, STREAM_ID, CPU, PERIOD)
                      if self.sample_type & field & fixed]
        self.trailer = [field for field in (TID, TIME, ID, STREAM_ID, CPU, IDENTIFIER) if self.sample_type & field]
        self.tail = bin(self.sample_type & (DATA_SRC | TRANSACTION | PHYS_ADDR | CGROUP | DATA_PAGE_SIZE
                                            | CODE_PAGE_SIZE)).count("1")

    @property
    def sample_id_all(self):
        return bool(self.flags & FLAG_SAMPLE_ID_ALL)

    @property
    def is_dummy(self):
        return (self.type, self.config) == (TYPE_SOFTWARE, SOFTWARE_DUMMY)

    def id_place(self):
        """Where samples have an id, None if they have none."""
        if self.sample_type & IDENTIFIER:
            return 0
        if not self.sample_type & ID:
            return None
        return 8 * sum(1 for field in (IP, TID, TIME, ADDR) if self.sample_type & field)

    def trailer_size(self):
        return 8 * len(self.trailer) if self.sample_id_all else 0


def read_trailer(attr, data, end):
    """What a record that is no sample says at its end of time, CPU and event: {field: its value}."""
    at = end - 8 * len(attr.trailer)
    return {field: u64(data, at + 8 * number)[0] for number, field in enumerate(attr.trailer)}


def read_sample(attr, data, at, end):
    """A sample's body. Returns {field: value} and where it ends, which may be before the record's end. Raises Short."""
    found = {}
    if at + 8 * len(attr.fixed) > end:
        raise Short
    for field in attr.fixed:
        found[field], = u64(data, at)
        at += 8
    kind = attr.sample_type
    if kind & READ:
        at = skip_read(attr.read_format, data, at, end)
    if kind & CALLCHAIN:
        number, at = read_count(data, at, end)
        at += 8 * number
    if kind & RAW:
        at += (u32(data, need(at, end, 4))[0] + 4 + 7) & ~7
    if kind & BRANCH_STACK:
        number, at = read_count(data, at, end, 24)
        at += 24 * number + (8 if attr.branch_sample_type & BRANCH_HW_INDEX else 0) \
            + (8 * number if attr.branch_sample_type & BRANCH_COUNTERS else 0)
    at = skip_regs(attr.regs_user, data, at, end) if kind & REGS_USER else at
    if kind & STACK_USER:
        size, = u64(data, need(at, end, 8))
        at += 8 + (size + 8 if size else 0)
    at += 8 if kind & (WEIGHT | WEIGHT_STRUCT) else 0
    # DATA_SRC and TRANSACTION are before these registers, the others after: all of them have 8 bytes.
    before = 8 * bin(kind & (DATA_SRC | TRANSACTION)).count("1")
    at += before
    at = skip_regs(attr.regs_intr, data, at, end) if kind & REGS_INTR else at
    at += 8 * attr.tail - before
    if kind & AUX:
        at += 8 + u64(data, need(at, end, 8))[0]
    if at > end:
        raise Short
    return found, at


def need(at, end, size):
    if at + size > end:
        raise Short
    return at


def read_count(data, at, end, size=8):
    """A number of things of that size which follow it."""
    number, = u64(data, need(at, end, 8))
    if number > (end - at) // size:
        raise Short
    return number, at + 8


def skip_read(read_format, data, at, end):
    words = bin(read_format & (READ_ENABLED | READ_RUNNING)).count("1")
    each = 1 + bin(read_format & (READ_ID | READ_LOST)).count("1")
    if not read_format & READ_GROUP:
        return at + 8 * (words + each)
    number, at = read_count(data, at, end, 8 * each)
    return at + 8 * (words + each * number)


def skip_regs(mask, data, at, end):
    abi, = u64(data, need(at, end, 8))
    return at + 8 + (8 * bin(mask).count("1") if abi else 0)
