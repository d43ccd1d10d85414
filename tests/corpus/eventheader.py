"""User events with an EventHeader (github.com/microsoft/LinuxTracepoints): a sample's raw bytes decoded to the values
that LinuxTracepoints-Net writes as JSON. What prec shows of such a sample is the bytes; they describe themselves."""
import datetime
import errno
import ipaddress
import struct
import uuid

COMMON_SIZE = 8  # common_type, common_flags, common_preempt_count, common_pid
CHAIN, CONSTANT_ARRAY, VARIABLE_ARRAY = 0x80, 0x20, 0x40
EXTENSION_METADATA, EXTENSION_ACTIVITY, EXTENSION_CHAIN = 1, 2, 0x8000
STRUCT = 1
FIXED = {2: 1, 3: 2, 4: 4, 5: 8, 6: 16}
ZERO_ENDED = {7: 1, 8: 2, 9: 4}
COUNTED = {10: 1, 11: 2, 12: 4, 13: 1}
BINARY = 13
(DEFAULT, UNSIGNED, SIGNED, HEX, ERRNO, PID, TIME, BOOLEAN, FLOAT, BYTES, STRING8, UTF, UTF_BOM, XML, JSON, UUID, PORT,
 IP, IP6) = range(19)
CODECS = {1: "utf-8", 2: "utf-16-le", 4: "utf-32-le"}
BOMS = [(b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe\0\0", "utf-32-le"), (b"\0\0\xfe\xff", "utf-32-be"),
        (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")]
NO_CHARACTER = "\ufffd"
EPOCH = datetime.datetime(1970, 1, 1)


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, size):
        self.at += size
        return self.data[self.at - size:self.at]

    def number(self, size):
        return int.from_bytes(self.take(size), "little")

    def until_zero(self, width):
        end = self.at
        while any(self.data[end:end + width]):
            end += width
        text = self.take(end - self.at)
        self.at += width
        return text

    def name(self):
        return self.until_zero(1).decode()


def describe(reader):
    """One field's description: (name, encoding, format, count or None)."""
    name = reader.name()
    encoding = reader.number(1)
    format_ = reader.number(1) if encoding & CHAIN else 0
    tag = reader.number(2) if format_ & CHAIN else 0
    count = reader.number(2) if encoding & CONSTANT_ARRAY else None
    return name + (f";tag=0x{tag:X}" if tag else ""), encoding & ~CHAIN, format_ & ~CHAIN, count


def fields_of(meta, values, limit=None):
    """The values of the described fields: all, or as many as a structure says it has."""
    found = {}
    while meta.at < len(meta.data) and (limit is None or limit > 0):
        name, encoding, format_, count = describe(meta)
        if encoding & VARIABLE_ARRAY:
            count = values.number(2)
        found[name] = several(meta, values, encoding & 0x1f, format_, count)
        limit = None if limit is None else limit - 1
    return found


def several(meta, values, encoding, format_, count):
    if encoding != STRUCT:
        each = [value_of(values, encoding, format_) for _ in range(1 if count is None else count)]
        return each[0] if count is None else each
    start, each = meta.at, []
    for _ in range(1 if count is None else count):
        meta.at = start
        each.append(fields_of(meta, values, format_))
    if not each:
        fields_of(meta, Reader(bytes(4096)), format_)  # over the description of what there is none of
    return each[0] if count is None else each


def value_of(values, encoding, format_):
    if encoding in FIXED:
        return fixed(values.take(FIXED[encoding]), format_)
    if encoding in ZERO_ENDED:
        return text_of(values.until_zero(ZERO_ENDED[encoding]), ZERO_ENDED[encoding], format_)
    data = values.take(values.number(2) * COUNTED[encoding])
    if encoding == BINARY:
        return fixed(data, format_)
    return text_of(data, COUNTED[encoding], format_)


def text_of(data, width, format_):
    if format_ == BYTES:
        return hex_bytes(data)
    if format_ == STRING8:
        return data.decode("latin-1")
    if format_ in (UTF_BOM, XML, JSON):
        for bom, codec in BOMS:
            if data.startswith(bom):
                return data[len(bom):].decode(codec)
    return data.decode(CODECS[width])


def hex_bytes(data):
    return data.hex(" ").upper()


def fixed(data, format_):
    signed = int.from_bytes(data, "little", signed=True)
    unsigned = int.from_bytes(data, "little")
    if format_ == IP or format_ == IP6:
        return str(ipaddress.ip_address(data)) if len(data) in (4, 16) else hex_bytes(data)
    if format_ == UUID and len(data) == 16:
        return str(uuid.UUID(bytes=data))
    if format_ == BYTES or len(data) not in (1, 2, 4, 8):
        return hex_bytes(data)
    if format_ == FLOAT:
        return floating(data)
    if format_ in (STRING8, UTF):
        return chr(unsigned) if unsigned < 0x110000 else NO_CHARACTER
    if format_ == PORT:
        return int.from_bytes(data, "big")
    if format_ == BOOLEAN:
        return bool(unsigned) if unsigned in (0, 1) else f"BOOL({signed if len(data) == 4 else unsigned})"
    if format_ == ERRNO:
        name = errno.errorcode.get(signed, "ERRNO")
        return f"{name}({signed})"
    if format_ == TIME:
        return moment(signed)
    return {SIGNED: signed, PID: signed, HEX: f"0x{unsigned:X}"}.get(format_, unsigned)


def moment(seconds):
    try:
        return (EPOCH + datetime.timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")
    except OverflowError:
        return f"TIME({seconds})"


def floating(data):
    letter = "<f" if len(data) == 4 else "<d"
    value = struct.unpack(letter, data)[0]
    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "Infinity" if value > 0 else "-Infinity"
    shortest = (float(f"{value:.{digits}g}") for digits in range(1, 18))
    return next(short for short in shortest if struct.pack(letter, short) == data)


def decode(raw):
    """(name, header, fields) of raw bytes: header with what their "meta" has of it."""
    reader = Reader(raw)
    reader.take(COMMON_SIZE)
    flags, version, id_, tag, opcode, level = struct.unpack("<BBHHBB", reader.take(8))
    header = {"id": id_, "version": version, "tag": f"0x{tag:X}" if tag else 0, "opcode": opcode}
    header = {"level": level, **{key: value for key, value in header.items() if value}}
    meta = None
    more = flags & 4
    while more:
        size, kind = reader.number(2), reader.number(2)
        body = reader.take(size)
        more = kind & EXTENSION_CHAIN
        if kind & ~EXTENSION_CHAIN == EXTENSION_METADATA:
            meta = Reader(body)
        elif kind & ~EXTENSION_CHAIN == EXTENSION_ACTIVITY:
            ids = [str(uuid.UUID(bytes=body[at:at + 16])) for at in range(0, size, 16)]
            header.update(dict(zip(("activity", "relatedActivity"), ids)))
    return meta.name(), header, fields_of(meta, reader)
