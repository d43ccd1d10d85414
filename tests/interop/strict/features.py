"""The contents of features, read for file.py to their last byte. perf's header.c writes them: write_*."""
import struct

from .attrs import ATTR_MIN, Attr, Short, u32, u64

TRACING_DATA, BUILD_ID, HOSTNAME, OSRELEASE, VERSION, ARCH, NRCPUS, CPUDESC, CPUID, TOTAL_MEM, CMDLINE, EVENT_DESC, \
    CPU_TOPOLOGY, NUMA_TOPOLOGY, BRANCH_STACK, PMU_MAPPINGS, GROUP_DESC, AUXTRACE, STAT, CACHE, SAMPLE_TIME, \
    MEM_TOPOLOGY, CLOCKID, DIR_FORMAT, BPF_PROG_INFO, BPF_BTF, COMPRESSED, CPU_PMU_CAPS, CLOCK_DATA, HYBRID_TOPOLOGY, \
    PMU_CAPS, CPU_DOMAIN_INFO = range(1, 33)
NAME_ALIGN = 64
BUILD_ID_MAX, BUILD_ID_NAME = 20, 36
MISC_BUILD_ID_SIZE = 1 << 15


class Content:
    """The bytes of a feature, read one after the other."""

    def __init__(self, findings, data, at, end):
        self.findings, self.data, self.at, self.end = findings, data, at, end

    def take(self, size):
        if self.at + size > self.end:
            raise Short
        self.at += size
        return self.at - size

    def u32(self):
        return u32(self.data, self.take(4))[0]

    def u64(self):
        return u64(self.data, self.take(8))[0]

    def string(self):
        at, size = self.at, self.u32()
        text = self.data[self.take(size):self.at]
        name, nul, padding = text.partition(b"\0")
        self.findings.check("feature-string", nul and not padding.strip(b"\0") and size == -(-len(name + nul)
                            // NAME_ALIGN) * NAME_ALIGN, at, f"{size} bytes: {text[:40]!r}")
        return name.decode(errors="replace")


def strings(content):
    return [content.string() for _ in range(content.u32())]


def read_nrcpus(content, _features):
    available, online = content.u32(), content.u32()
    content.findings.check("nrcpus", 0 < online <= available, content.at - 8, f"{online} of {available} online")
    return available


def read_event_desc(content, _features):
    """[Attr], with their ids."""
    number, size = content.u32(), content.u32()
    found = []
    if size < ATTR_MIN:
        raise Short
    for _ in range(number):
        attr = Attr(bytes(content.data[content.take(size):content.at]))
        ids = content.u32()
        attr.name = content.string()
        attr.ids = struct.unpack_from(f"<{ids}Q", content.data, content.take(8 * ids))
        found.append(attr)
    return found


def read_cpu_topology(content, features):
    strings(content), strings(content)
    cpus = features.get(NRCPUS)
    if content.findings.check("cpu-topology", cpus, content.at, "there is no NRCPUS"):
        for cpu in range(cpus):
            core, socket = content.u32(), content.u32()
            content.findings.check("cpu-topology", socket == 0xffffffff or socket <= cpus, content.at - 4,
                                   f"CPU {cpu} is core {core} of socket {socket}, of {cpus} CPUs")
        if content.at < content.end:
            strings(content)
            content.take(4 * cpus)


def read_numa_topology(content, _features):
    for _ in range(content.u32()):
        content.take(20)
        content.string()


def read_pmu_mappings(content, _features):
    number = content.u32()
    content.findings.check("pmu-mappings", number, content.at - 4, "none")
    for _ in range(number):
        content.u32()
        content.string()


def read_group_desc(content, _features):
    """[(offset, leader, members)]"""
    found = []
    for _ in range(content.u32()):
        at = content.at
        content.string()
        found.append((at, content.u32(), content.u32()))
    return found


def read_cache(content, _features):
    content.u32()
    for _ in range(content.u32()):
        content.take(16)
        for _ in range(3):
            content.string()


def read_mem_topology(content, _features):
    content.take(16)
    for _ in range(content.u64()):
        content.take(16)
        content.take((content.u64() + 63) // 64 * 8)


def read_compressed(content, _features):
    """mmap_len"""
    version, kind, _, _, mmap_len = (content.u32() for _ in range(5))
    content.findings.check("compressed-version", (version, kind) == (0, 1), content.at - 20,
                           f"version {version}, type {kind}")
    return mmap_len


def read_caps(content):
    for _ in range(content.u32()):
        content.string(), content.string()


def read_pmu_caps(content, _features):
    for _ in range(content.u32()):
        read_caps(content)
        content.string()


def read_build_ids(content, _features):
    while content.at < content.end:
        at = content.at
        size = content.data[at + 6] | content.data[at + 7] << 8 if at + 8 <= content.end else 0
        misc = content.data[at + 4] | content.data[at + 5] << 8 if size else 0
        if not BUILD_ID_NAME < size <= content.end - at:
            raise Short
        content.take(size)
        name, nul, padding = bytes(content.data[at + BUILD_ID_NAME:at + size]).partition(b"\0")
        wanted = BUILD_ID_NAME + -(-len(name + nul) // NAME_ALIGN) * NAME_ALIGN
        content.findings.check("build-id", nul and not padding.strip(b"\0") and size == wanted, at,
                               f"a record of {size} bytes with the name {name!r}")
        if misc & MISC_BUILD_ID_SIZE:
            content.findings.check("build-id", content.data[at + 32] <= BUILD_ID_MAX, at + 32,
                                   f"a build-id of {content.data[at + 32]} bytes")


def read_infos(content, _features):
    """Only of the number of them there is something to say without the kernel's structs."""
    if not content.u32():
        return
    content.at = content.end


READERS = {
    TRACING_DATA: lambda content, _: content.take(content.end - content.at),
    BUILD_ID: read_build_ids,
    NRCPUS: read_nrcpus,
    TOTAL_MEM: lambda content, _: content.u64(),
    CMDLINE: lambda content, _: strings(content),
    EVENT_DESC: read_event_desc,
    CPU_TOPOLOGY: read_cpu_topology,
    NUMA_TOPOLOGY: read_numa_topology,
    BRANCH_STACK: lambda content, _: None,
    PMU_MAPPINGS: read_pmu_mappings,
    GROUP_DESC: read_group_desc,
    STAT: lambda content, _: None,
    AUXTRACE: lambda content, _: content.take(16 * content.u64()),
    CACHE: read_cache,
    SAMPLE_TIME: lambda content, _: (content.u64(), content.u64()),
    MEM_TOPOLOGY: read_mem_topology,
    CLOCKID: lambda content, _: content.u64(),
    DIR_FORMAT: lambda content, _: content.u64(),
    BPF_PROG_INFO: read_infos,
    BPF_BTF: read_infos,
    COMPRESSED: read_compressed,
    CPU_PMU_CAPS: lambda content, _: read_caps(content),
    CLOCK_DATA: lambda content, _: content.take(24),
    PMU_CAPS: read_pmu_caps,
}
READERS.update({bit: lambda content, _: content.string() for bit in (HOSTNAME, OSRELEASE, VERSION, ARCH, CPUDESC,
                                                                     CPUID)})


def read_features(findings, data, sections, is_pipe=False):
    """{bit: what is to be known of it}. sections: {bit: (offset, size)}; what there is no reader for is left out.
    In a pipe records may be padded to 8 bytes."""
    found = {}
    for bit, (at, size) in sorted(sections.items()):
        if bit not in READERS:
            continue
        content = Content(findings, data, at, at + size)
        try:
            found[bit] = READERS[bit](content, found)
        except Short:
            findings.add("feature-size", at, f"feature {bit} of {size} bytes needs more")
            continue
        left = content.end - content.at
        padded = is_pipe and left < 8 and not any(data[content.at:content.end])
        findings.check("feature-size", not left or padded, content.at, f"feature {bit} has {left} bytes more")
    return found
