/*
 * perf_ioctl: ioctl(2) requests for descriptors of perf_event_open(2). It replaces include/uapi/linux/perf_event.h, as
 * formats/record/abi.h does.
 */
#ifndef PREC_RECORD_OPEN_PERF_IOCTL_H
#define PREC_RECORD_OPEN_PERF_IOCTL_H

#include <stdint.h>
#include <sys/ioctl.h>

#define PERF_EVENT_IOC_ENABLE            _IO('$', 0)
#define PERF_EVENT_IOC_DISABLE           _IO('$', 1)
#define PERF_EVENT_IOC_REFRESH           _IO('$', 2)
#define PERF_EVENT_IOC_RESET             _IO('$', 3)
#define PERF_EVENT_IOC_PERIOD            _IOW('$', 4, uint64_t)
#define PERF_EVENT_IOC_SET_OUTPUT        _IO('$', 5)
#define PERF_EVENT_IOC_SET_FILTER        _IOW('$', 6, char *)
#define PERF_EVENT_IOC_ID                _IOR('$', 7, uint64_t *)
#define PERF_EVENT_IOC_SET_BPF           _IOW('$', 8, uint32_t)
#define PERF_EVENT_IOC_PAUSE_OUTPUT      _IOW('$', 9, uint32_t)
#define PERF_EVENT_IOC_QUERY_BPF         _IOWR('$', 10, void *)
#define PERF_EVENT_IOC_MODIFY_ATTRIBUTES _IOW('$', 11, void *)

#define PERF_IOC_FLAG_GROUP 1u /* of the first two and RESET: every event of the group */

#endif
