// The profile: what the columns mean. Names, functions, frames and stacks are numbers into each other; the rows of
// a recording are samples. Each column is decoded when it is first used: time, CPU and thread wait until somebody
// asks for them.
//
// What a box is told apart by is its key, one number: a frame; then, for boxes that stand for several frames, each
// dso; then processes and threads; then the one for samples without a call chain.

const kinds = ['user', 'kernel', 'JIT', 'no name', 'other', 'inlined', 'group'];
const kind_inlined = 5;
const kind_group = 6;

function lazily(object, name, make) {
	Object.defineProperty(object, name, {
		configurable: true,
		enumerable: true,
		get() {
			const value = make();
			Object.defineProperty(object, name, { value });
			return value;
		},
	});
}

function lazyColumns(column, prefix, names) {
	const columns = {};
	for (const [name, Numbers] of names)
		lazily(columns, name, () => column(`${prefix}.${name}`, Numbers));
	return columns;
}

// What gives the string of a number, as it may be shown.
function stringsOf(column) {
	const sizes = column('string.size');
	const bytes = column('string.bytes');
	const ends = new Uint32Array(sizes.length);
	for (let i = 0, end = 0; i < sizes.length; i++)
		ends[i] = end += sizes[i];
	const known = new Array(sizes.length);
	const decoder = new TextDecoder();
	const text = (n) => known[n] ??= visibleName(decoder.decode(bytes.subarray(ends[n] - sizes[n], ends[n])));
	return { n: sizes.length, text };
}

// Parents of a tree in depth-first order: the nearest node before that is one less deep.
function parentsOfDepths(depths) {
	const parents = new Int32Array(depths.length);
	const path = [];
	for (let i = 0; i < depths.length; i++) {
		parents[i] = depths[i] ? path[depths[i] - 1] : -1;
		path[depths[i]] = i;
	}
	return parents;
}

function stacksOf(column) {
	const stacks = { frame: column('stack.frame') };
	stacks.parent = parentsOfDepths(column('stack.depth'));
	stacks.n = stacks.frame.length;
	return stacks;
}

const row_columns = [
	['time', Float64Array], ['thread'], ['cpu'], ['event'], ['stack'], ['weight', Float64Array], ['count'],
];

function recordingsOf(meta, column) {
	return meta.recordings.map((about, r) => Object.assign(lazyColumns(column, r, row_columns), about, {
		number: r,
		seconds: about.ticks * about.tick / 1e9,
	}));
}

// Processes by number: with two recordings those of one name are one, since their ids differ; else by id.
function groupsOfThreads(threads, by_name) {
	const processes = [];
	const numbers = new Map();
	const process_of = [];
	const thread_of = [];
	const numberOf = (name, about) => {
		if (!numbers.has(name))
			numbers.set(name, about());
		return numbers.get(name);
	};
	const groups = [];
	for (const { pid, tid, name, process } of threads) {
		const p = numberOf(by_name ? `p ${process}` : `p ${pid}`, () => {
			const text = visibleName(process || 'process');
			return processes.push({ name: by_name ? text : `${text} (${pid})`, threads: [] }) - 1;
		});
		const t = numberOf(by_name ? `t ${p} ${name}` : `t ${tid} ${pid} ${name}`, () => {
			const text = visibleName(name || 'thread');
			processes[p].threads.push(groups.length);
			return groups.push({ name: by_name ? text : `${text} (${tid})`, process: p }) - 1;
		});
		process_of.push(p);
		thread_of.push(t);
	}
	return { processes, groups, process_of, thread_of };
}

function keysOf(profile) {
	const { frames, functions, strings, threads } = profile;
	const first_dso = frames.function.length;
	const first_process = first_dso + strings.n;
	const first_thread = first_process + threads.processes.length;
	const none = first_thread + threads.groups.length;
	const functionOf = (key) => key < first_dso && key >= 0 ? frames.function[key] : -1;
	return {
		n: none + 1,
		none,
		functionOf,
		ofDso: (dso) => first_dso + dso,
		ofProcess: (process) => first_process + process,
		ofThread: (thread) => first_thread + thread,
		isFrame: (key) => key >= 0 && key < first_dso,
		dso(key) {
			if (key < first_dso)
				return key < 0 ? 0 : functions.dso[frames.function[key]];
			return key < first_process ? key - first_dso : 0;
		},
		kind(key) {
			if (key < 0 || key >= first_process)
				return kind_group;
			if (key >= first_dso)
				return 4;
			return frames.inlined[key] ? kind_inlined : functions.kind[frames.function[key]];
		},
		name(key) {
			if (key < 0)
				return 'all';
			if (key < first_dso)
				return profile.functionName(frames.function[key]);
			if (key < first_process)
				return `[${fileOfPath(strings.text(key - first_dso)) || 'no dso'}]`;
			if (key < first_thread)
				return threads.processes[key - first_process].name;
			return key < none ? threads.groups[key - first_thread].name : '[no call chain]';
		},
	};
}

function profileOf(meta, bytes) {
	const column = columnsOf(bytes, meta.columns);
	const profile = { meta, events: meta.events, recordings: recordingsOf(meta, column) };
	profile.differs = profile.recordings.length > 1;
	profile.functions = lazyColumns(column, 'function', [['name'], ['dso'], ['file'], ['line'], ['kind']]);
	profile.frames = lazyColumns(column, 'frame', [['function'], ['inlined']]);
	lazily(profile, 'stacks', () => stacksOf(column));
	profile.strings = stringsOf(column);
	profile.threads = groupsOfThreads(meta.threads, profile.differs);
	profile.functionName = (f) => profile.strings.text(profile.functions.name[f]) || '[unknown]';
	const { processes, groups } = profile.threads;
	profile.threadsName = (which) => (which[0] === 'p' ? processes : groups)[which.slice(1)].name;
	profile.keys = keysOf(profile);
	return profile;
}
