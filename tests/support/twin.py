#!/usr/bin/env python3
"""twin.py FILE KEPT TWIN: an uncompressed perf.data file of this machine's (little-endian) byte order, and its twin as a
machine of the other order would have written it.

KEPT is FILE without the features that are not known here, so that both files say the same. Everything is turned by what
the format says it is, independently of the project's own readers: numbers, not bytes, are the same in both. What cannot
be turned is an error.
"""
import re
import struct
import sys

# In the order of the record: bit of sample_type, numbers; what is not listed is turned by turn_sample itself.
PLAIN = [(16, "Q"), (0, "Q"), (1, "II"), (2, "Q"), (3, "Q"), (6, "Q"), (9, "Q"), (7, "II"), (8, "Q")]
CALLCHAIN, RAW = 5, 10
TRAILER = [(1, "II"), (2, "Q"), (6, "Q"), (9, "Q"), (7, "II"), (16, "Q")]
SAMPLE_ID_ALL = 1 << 18
# By type of record; s is a text that ends with its record.
RECORDS = {1: "IIQQQs", 2: "QQ", 3: "IIs", 4: "IIIIQ", 5: "QQQ", 6: "QQQ", 7: "IIIIQ", 11: "QQQ", 12: "II", 13: "Q",
           14: "", 15: "II", 17: "QIHHs", 18: "HHIs", 19: "Qs", 68: "s", 79: "QQQQQQ", 82: ""}
MMAP2, NAMESPACES, SAMPLE, ID_INDEX, THREAD_MAP, CPU_MAP, EVENT_UPDATE, EVENT_TYPE = 10, 16, 9, 69, 73, 74, 78, 65
MMAP2_BUILD_ID = 1 << 14
# By number of the feature: numbers, t for a text with its size before it, [] for a list with its number before it.
FEATURES = {3: "t", 4: "t", 5: "t", 6: "t", 7: "II", 8: "t", 9: "t", 10: "Q", 11: "[t]", 14: "[IQQt]", 16: "[It]",
            17: "[tII]", 20: "I[IIIIttt]", 21: "QQ", 23: "Q", 28: "[tt]", 29: "IIQQ", 30: "[tt]"}
TRACING_DATA, BUILD_ID, EVENT_DESC, CPU_TOPOLOGY, MEM_TOPOLOGY = 1, 2, 12, 13, 22


class Turner:
    """Reads from one place on, and keeps what has been read in the other order."""

    def __init__(self, data):
        self.data, self.at, self.out = data, 0, bytearray()

    def left(self):
        return len(self.data) - self.at

    def plain(self, size):
        if size > self.left():
            raise ValueError("a piece is cut off")
        self.out += self.data[self.at:self.at + size]
        self.at += size
        return bytes(self.out[len(self.out) - size:])

    def numbers(self, kinds):
        values = struct.unpack_from("<" + kinds, self.data, self.at)
        self.out += struct.pack(">" + kinds, *values)
        self.at += struct.calcsize("<" + kinds)
        return values

    def number(self, kind):
        return self.numbers(kind)[0]

    def text(self):
        return self.plain(self.number("I"))

    def string(self):
        return self.plain(self.data.index(b"\0", self.at) + 1 - self.at)

    def shaped(self, shape):
        while shape:
            if shape[0] == "t":
                self.text()
            elif shape[0] == "s":
                self.plain(self.left())
            elif shape[0] == "[":
                for _ in range(self.number("I")):
                    self.shaped(shape[1:shape.index("]")])
                shape = shape[shape.index("]"):]
            else:
                self.numbers(shape[0])
            shape = shape[1:]

    def attr(self):
        """perf_event_attr; its flags are bits in the order of the machine. (sample_type, flags)"""
        end = self.at + struct.unpack_from("<I", self.data, self.at + 4)[0]
        sample_type = self.numbers("IIQQQQ")[4]
        flags = struct.unpack_from("<Q", self.data, self.at)[0]
        self.out += bytes(int(f"{byte:08b}"[::-1], 2) for byte in self.data[self.at:self.at + 8])
        self.at += 8
        for kinds in ("IIQ", "Q", "QQIIQ", "IHHII", "QQ", "Q", "Q"):
            for kind in kinds:
                if self.at < end:
                    self.number(kind)
        return sample_type, flags


class Twin:
    def __init__(self, data):
        self.data = data
        self.magic, self.size, self.attr_size, *places = struct.unpack_from("<8sQQQQQQQQ", data)
        self.attrs, self.records, self.types = zip(places[::2], places[1::2])
        self.formats, self.ids, self.events = {}, {}, []
        self.cpus = 0
        if self.magic != b"PERFILE2" or self.size != 104:
            raise ValueError("not a perf.data file of this byte order")

    def sections(self):
        """{number of the feature: (offset, size)}"""
        bits = int.from_bytes(self.data[72:104], "little")
        numbers = [bit for bit in range(256) if bits >> bit & 1]
        at = sum(self.records)
        return {bit: struct.unpack_from("<QQ", self.data, at + 16 * i) for i, bit in enumerate(numbers)}

    def keep(self):
        """The file without the features that cannot be turned: their places in the table are closed."""
        sections, at = self.sections(), sum(self.records)
        known = {bit for bit in sections if bit in FEATURES or bit in (TRACING_DATA, BUILD_ID, EVENT_DESC, CPU_TOPOLOGY,
                                                                        MEM_TOPOLOGY)}
        data = bytearray(self.data)
        data[72:104] = sum(1 << bit for bit in known).to_bytes(32, "little")
        table = b"".join(struct.pack("<QQ", *sections[bit]) for bit in sorted(known))
        data[at:at + 16 * len(sections)] = table.ljust(16 * len(sections), b"\0")
        return bytes(data)

    def turn(self):
        out = bytearray(self.data)
        head = Turner(self.data)
        head.out += self.data[:8][::-1]
        head.at = 8
        head.numbers("Q" * 12)
        out[:104] = head.out
        self.turn_attrs(out)
        for bit, (at, size) in self.sections().items():
            if bit == 7:
                self.cpus = struct.unpack_from("<I", self.data, at)[0]
            if bit == TRACING_DATA:
                out[at:at + size] = self.turn_tracing(Turner(self.data[at:at + size]))
        for i, (bit, (at, size)) in enumerate(sorted(self.sections().items())):
            place = sum(self.records) + 16 * i
            out[place:place + 16] = struct.pack(">QQ", at, size)
            if bit != TRACING_DATA:
                out[at:at + size] = self.turn_feature(bit, Turner(self.data[at:at + size]))
        at = self.records[0]
        while at < sum(self.records):
            size = struct.unpack_from("<H", self.data, at + 6)[0]
            out[at:at + size] = self.turn_record(self.data[at:at + size])
            at += size
        return bytes(out)

    def turn_attrs(self, out):
        for at in range(self.attrs[0], sum(self.attrs), self.attr_size):
            t = Turner(self.data[at:at + self.attr_size])
            event = t.attr()
            ids_at, ids_size = t.numbers("QQ")
            out[at:at + self.attr_size] = t.out
            ids = Turner(self.data[ids_at:ids_at + ids_size])
            self.ids.update(dict.fromkeys(ids.numbers("Q" * (ids_size // 8)), event))
            out[ids_at:ids_at + ids_size] = ids.out
            self.events.append(event)

    def event_of(self, record, kind):
        event = self.events[0]
        identifier, number = event[0] >> 16 & 1, event[0] >> 6 & 1
        if len(self.events) > 1 and (identifier or number):
            # ID has IP, TID, TIME and ADDR before it in a sample, and STREAM_ID and CPU after it in others
            at = 8 if kind == SAMPLE else len(record) - 8
            if not identifier:
                at += 8 * (event[0] & 0b1111).bit_count() if kind == SAMPLE else -8 * (event[0] >> 7 & 0b101).bit_count()
            event = self.ids.get(struct.unpack_from("<Q", record, at)[0], event)
        return event

    def turn_record(self, record):
        t = Turner(record)
        kind, misc, _ = t.numbers("IHH")
        sample_type, flags = self.event_of(record, kind)
        trailer = "".join(kinds for bit, kinds in TRAILER if sample_type >> bit & 1)
        body = Turner(record)
        if kind < 64 and kind != SAMPLE and flags & SAMPLE_ID_ALL:
            body.data = record[:len(record) - struct.calcsize("<" + trailer)]
        else:
            trailer = ""
        body.at, body.out = 8, t.out
        if kind == SAMPLE:
            self.turn_sample(body, sample_type)
        elif kind in RECORDS:
            body.shaped(RECORDS[kind])
        else:
            turn_other(body, kind, misc)
        if body.left():
            raise ValueError(f"{body.left()} bytes of a record of type {kind} are left")
        end = Turner(record)
        end.at = len(body.data)
        end.numbers(trailer)
        return body.out + end.out

    def turn_sample(self, t, sample_type):
        for bit, kinds in PLAIN:
            if sample_type >> bit & 1:
                t.numbers(kinds)
        if sample_type >> CALLCHAIN & 1:
            t.numbers("Q" * t.number("Q"))
        if sample_type >> RAW & 1:
            size = t.number("I")
            raw = t.data[t.at:t.at + size]
            t.plain(size)
            t.out[len(t.out) - size:] = self.turn_raw(raw)

    def turn_raw(self, raw):
        """The data of a tracepoint, whose format says what they are."""
        out = bytearray(raw)
        for at, size, element in self.formats[struct.unpack_from("<H", raw)[0]]:
            for part in range(at, at + size, element):
                out[part:part + element] = raw[part:part + element][::-1]
        return out

    def read_format(self, text):
        number = int(re.search(r"^ID: (\d+)$", text, re.MULTILINE)[1])
        self.formats[number] = fields = []
        for kind, at, size in re.findall(r"field:([^;]*);\s*offset:(\d+);\s*size:(\d+);", text):
            at, size, element = int(at), int(size), int(size)
            array = re.search(r"\[(\d+)\]$", kind)
            if array and "__data_loc" not in kind:
                element = size // int(array[1]) if int(array[1]) else 1
            if size:
                fields.append((at, size, element))

    def turn_tracing(self, t):
        """trace.dat as perf has it: see tools/perf/util/trace-event-info.c for what is written in which order."""
        t.plain(10)
        t.string()
        t.plain(1)
        t.out[-1] = 1
        t.plain(1)
        t.number("I")
        for _ in ("header_page", "header_event"):
            t.string()
            t.plain(t.number("Q"))
        for _ in range(t.number("I")):
            t.plain(t.number("Q"))
        for _ in range(t.number("I")):
            t.string()
            for _ in range(t.number("I")):
                self.read_format(t.plain(t.number("Q")).decode())
        for kind in ("I", "I", "Q"):
            if t.left() >= struct.calcsize("<" + kind):
                t.plain(t.number(kind))
        t.plain(t.left())
        return t.out

    def turn_feature(self, bit, t):
        if bit == BUILD_ID:
            while t.left():
                size = t.numbers("IHHI")[2]
                t.plain(size - 12)
        elif bit == EVENT_DESC:
            n, _ = t.numbers("II")
            for _ in range(n):
                t.attr()
                n_ids = t.number("I")
                t.text()
                t.numbers("Q" * n_ids)
        elif bit == CPU_TOPOLOGY:
            t.shaped("[t][t]")
            t.numbers("II" * self.cpus)
            if t.left():
                t.shaped("[t]")
                t.numbers("I" * self.cpus)
        elif bit == MEM_TOPOLOGY:
            t.numbers("Q" * (t.left() // 8))
        else:
            t.shaped(FEATURES[bit])
        t.plain(t.left())
        return t.out


def turn_cpus(t):
    """A list of CPUs, or from one to another."""
    what = t.number("H")
    if what == 0:
        t.numbers("H" * t.number("H"))
    elif what == 2:
        t.plain(2)
        t.numbers("HH")
    else:
        raise ValueError("masks of CPUs cannot be turned")
    t.plain(t.left())


def turn_other(t, kind, misc):
    if kind == MMAP2:
        t.numbers("IIQQQ")
        size, *unused = t.data[t.at:t.at + 4]
        # the kernel may leave the bit of another recording, where device and inode are
        build_id = misc & MMAP2_BUILD_ID and 0 < size <= 20 and not any(unused + [*t.data[t.at + 4 + size:t.at + 24]])
        if build_id:
            t.plain(24)
        else:
            t.numbers("IIQQ")
        t.shaped("IIs")
    elif kind == NAMESPACES:
        t.numbers("II")
        t.numbers("QQ" * t.number("Q"))
    elif kind == EVENT_TYPE:  # formats/record/private_record.h, formats/file/block_index.h
        private = t.numbers("QII")[1]
        if private == 1:
            t.numbers("IIQ")
        elif private == 2:
            t.numbers("QIIQQII" * t.numbers("IIQ")[2])
        elif private == 3:
            t.numbers("IIQQ")
        elif private == 6:
            t.numbers("II")
            t.plain(16)
            t.numbers("QQQQ")
        t.plain(t.left())
    elif kind == ID_INDEX:
        t.numbers("QQQQ" * t.number("Q"))
    elif kind == THREAD_MAP:
        for _ in range(t.number("Q")):
            t.number("Q")
            t.plain(16)
    elif kind == CPU_MAP:
        turn_cpus(t)
    elif kind == EVENT_UPDATE:
        what, _ = t.numbers("QQ")
        if what == 3:
            turn_cpus(t)
        elif what == 1:
            t.number("Q")
        t.plain(t.left())
    else:
        raise ValueError(f"records of type {kind} cannot be turned")


def main():
    if len(sys.argv) != 4:
        print(__doc__.splitlines()[0], file=sys.stderr)
        return 2
    with open(sys.argv[1], "rb") as file:
        kept = Twin(file.read()).keep()
    with open(sys.argv[2], "wb") as file:
        file.write(kept)
    with open(sys.argv[3], "wb") as file:
        file.write(Twin(kept).turn())
    return 0


if __name__ == "__main__":
    sys.exit(main())
