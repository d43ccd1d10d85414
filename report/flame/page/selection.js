// Which samples count: those of one event, of some threads, of a CPU, of a range of time. What is not asked for is
// not looked at, so that its column need not be decoded.

// A byte for each row of a recording, 1 if it counts.
function selectRows(recording, threads, choice) {
	const { event } = recording;
	const chosen = new Uint8Array(event.length);
	for (let i = 0; i < chosen.length; i++)
		chosen[i] = event[i] === choice.event ? 1 : 0;
	keepThreads(chosen, recording, threads, choice.threads);
	keepCpu(chosen, recording, choice.cpu);
	keepTime(chosen, recording, choice.range);
	return chosen;
}

// `threads` is '', 'p' and the number of a process, or 't' and that of a thread.
function keepThreads(chosen, recording, threads, which) {
	if (!which)
		return;
	const groups = which[0] === 'p' ? threads.process_of : threads.thread_of;
	const number = Number(which.slice(1));
	for (let i = 0; i < chosen.length; i++)
		if (groups[recording.thread[i]] !== number)
			chosen[i] = 0;
}

function keepCpu(chosen, recording, cpu) {
	if (cpu < 0)
		return;
	for (let i = 0; i < chosen.length; i++)
		if (recording.cpu[i] !== cpu + 1)
			chosen[i] = 0;
}

// A range is in seconds since the recording began; its end is no part of it.
function keepTime(chosen, recording, range) {
	if (!range)
		return;
	const [from, to] = range.map((seconds) => seconds * 1e9 / recording.tick);
	for (let i = 0; i < chosen.length; i++)
		if (recording.time[i] < from || recording.time[i] >= to)
			chosen[i] = 0;
}

// Of the event, whatever else is chosen: what a share is a share of.
function sumOfRows(rows, chosen) {
	const sum = { weight: 0, samples: 0 };
	for (let i = 0; i < chosen.length; i++) {
		if (chosen[i]) {
			sum.weight += rows.weight[i];
			sum.samples += rows.count[i];
		}
	}
	return sum;
}
