// Lanes of the timeline: how much each thread or CPU did in each bin of time. The first lane is all of a recording.

function laneName(profile, lanes, number) {
	return lanes === 'cpu' ? (number ? `CPU ${number - 1}` : 'no CPU') : profile.threads.groups[number].name;
}

function newLane(name, choice, columns) {
	return { name, choice, sum: 0, bins: new Float64Array(columns) };
}

function addToLane(lane, bin, weight) {
	lane.bins[bin] += weight;
	lane.sum += weight;
}

function longestSeconds(profile) {
	return Math.max(1e-6, ...profile.recordings.map(({ seconds }) => seconds));
}

function addLanes(profile, rows, { event, kind, columns, seconds }, by_number, all) {
	const scale = columns * rows.tick / 1e9 / seconds;
	for (let i = 0; i < rows.event.length; i++) {
		if (rows.event[i] !== event)
			continue;
		const number = kind === 'cpu' ? rows.cpu[i] : profile.threads.thread_of[rows.thread[i]];
		const bin = clamped(Math.floor(rows.time[i] * scale), columns);
		const choice = kind === 'cpu' ? { cpu: number - 1, threads: '' } : { threads: `t${number}`, cpu: -1 };
		const lane = by_number[number] ??= newLane(laneName(profile, kind, number), choice, columns);
		addToLane(lane, bin, rows.weight[i]);
		addToLane(all, bin, rows.weight[i]);
	}
}

// `how` is { event, kind: 'thread' or 'cpu', columns, seconds }.
function lanesOf(profile, how) {
	const by_number = [];
	const wholes = profile.recordings.map((rows) => {
		const name = profile.differs ? ['before', 'after'][rows.number] : 'all';
		const all = newLane(name, { threads: '', cpu: -1 }, how.columns);
		addLanes(profile, rows, how, by_number, all);
		return all;
	});
	const lanes = by_number.filter(Boolean);
	if (how.kind === 'thread')
		lanes.sort((a, b) => b.sum - a.sum);
	return [...wholes, ...lanes];
}

function largestBin(lanes) {
	return lanes.reduce((most, { bins }) => bins.reduce((a, b) => Math.max(a, b), most), 0);
}

// The nearest index below n.
function clamped(index, n) {
	return Math.max(0, Math.min(n - 1, index));
}

// A step of 1, 2 or 5 and a power of ten: the least that is not below `least`.
function roundStep(least) {
	const power = 10 ** Math.floor(Math.log10(least));
	return [1, 2, 5, 10].map((digit) => digit * power).find((step) => step >= least * 0.999999);
}
