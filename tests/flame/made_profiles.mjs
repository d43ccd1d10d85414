// Profiles for tests: small ones whose sums are known, one of names that attack, and a large one.

function randomFrom(seed) {
	return () => {
		seed = Math.imul(seed ^ seed >>> 15, 0x2c1b3c6d) + 0x6d2b79f5 | 0;
		return (Math.imul(seed ^ seed >>> 13, 0x297a2d39) >>> 0) / 4294967296;
	};
}

function metaOf(title, recordings, threads, events = [{ name: 'cycles', unit: 'count', of_clock: false }]) {
	return {
		version: 1, title, prec: '0.0', notes: [], events, threads,
		recordings: recordings.map((about) => ({
			input: 'perf.data', host: 'test', start: '1000000000', tick: 1000, cpus: 2, lost: 0, wall: null, damaged: false, ...about,
		})),
	};
}

function emptyRows() {
	return { time: [], thread: [], cpu: [], event: [], stack: [], weight: [], count: [] };
}

function addRow(rows, row) {
	for (const name of Object.keys(rows))
		rows[name].push(row[name] ?? (name === 'count' ? 1 : 0));
}

const user = (name, more = {}) => ({ name, dso: '/usr/bin/app', file: 'src/app.c', line: 10, ...more });
const library = (name) => ({ name, dso: '/usr/lib/libz.so.1', file: '', line: 0 });
const kernel = (name) => ({ name, dso: '[kernel.kallsyms]', kind: 1 });

// Frames and stacks of a small program, by short names.
function smallStacks() {
	const main = user('main');
	const parse = user('parse(std::vector<std::basic_string<char>> const&)', { line: 42 });
	const inlined = user('next_token', { inlined: 1 });
	const walk = user('walk');
	const deflate = library('deflate');
	const longest = library('longest_match');
	const jit = { name: 'LazyCompile:~hot app.js:1', dso: '/tmp/perf-100.map', kind: 2 };
	const read = kernel('vfs_read');
	return [
		[main, parse],
		[main, parse, inlined],
		[main, walk, walk, walk],
		[main, walk, deflate, longest],
		[main, deflate, longest],
		[main, walk, jit],
		[main, parse, kernel('entry_SYSCALL_64'), kernel('ksys_read'), read],
		[{ name: '[app]', dso: '/usr/bin/app', kind: 3 }, parse],
	];
}

const small_threads = [
	{ recording: 0, pid: 100, tid: 100, name: 'app', process: 'app' },
	{ recording: 0, pid: 100, tid: 101, name: 'worker', process: 'app' },
	{ recording: 0, pid: 200, tid: 200, name: 'helper', process: 'helper' },
];

// Ten seconds; the weight of stack i in a sample is 1000 (i + 1). 80 samples of cycles, 8 of faults, one without a
// chain.
export function small() {
	const rows = emptyRows();
	for (let i = 0; i < 80; i++)
		addRow(rows, { time: i * 125000, thread: i % 3, cpu: 1 + i % 2, stack: i % 8, weight: 1000 * (i % 8 + 1) });
	for (let i = 0; i < 8; i++)
		addRow(rows, { time: i * 1000000, event: 1, cpu: 1, stack: i, weight: 1 });
	addRow(rows, { time: 5000000, cpu: 0, stack: -1, weight: 4000 });
	const events = [{ name: 'cycles:u', unit: 'count', of_clock: false }, { name: 'page-faults', unit: 'count', of_clock: false }];
	return {
		meta: { ...metaOf('app on test', [{ ticks: 10000000, samples: 89 }], small_threads, events), notes: ['A note of the recording.'] },
		stacks: smallStacks(), samples: [rows],
	};
}

// Before and after: parse's share falls, longest_match's grows, one stack vanishes and one is new.
export function change() {
	const weights = [[4000, 1000], [1000, 1000], [500, 500], [1000, 3000], [1000, 2000], [800, 0], [700, 700], [0, 900]];
	const samples = [emptyRows(), emptyRows()];
	weights.forEach((both, stack) => both.forEach((weight, r) => {
		for (let i = 0; weight && i < 10; i++)
			addRow(samples[r], { time: i * 900000 + stack * 1000, thread: r * 3 + stack % 3, cpu: 1, stack, weight: weight / 10 });
	}));
	const threads = [0, 1].flatMap((r) => small_threads.map((thread) =>
		({ ...thread, recording: r, pid: thread.pid + r * 1000, tid: thread.tid + r * 1000 })));
	return {
		meta: metaOf('before.data, after.data', [{ input: 'before.data', ticks: 10000000, samples: 70 },
			{ input: '/tmp/after.data', ticks: 12000000, samples: 70 }], threads),
		stacks: smallStacks(), samples,
	};
}

// Below main, more functions than a screen has pixels.
export function wide(n = 6000) {
	const rows = emptyRows();
	const main = user('main');
	for (let i = 0; i < n; i++)
		addRow(rows, { time: i, cpu: 1, stack: i, weight: 10 + i % 3 });
	return {
		meta: metaOf('wide', [{ ticks: n, samples: n }], small_threads), samples: [rows],
		stacks: Array.from({ length: n }, (_, i) => [main, user(`f${i}`)]),
	};
}

// A stack that is deeper than a canvas may be tall.
export function deep(n = 4000) {
	const rows = emptyRows();
	addRow(rows, { cpu: 1, stack: 0, weight: 10 });
	return {
		meta: metaOf('deep', [{ ticks: 10, samples: 1 }], small_threads), samples: [rows],
		stacks: [Array.from({ length: n }, (_, i) => user(`f${i}`))],
	};
}

export function empty() {
	return { meta: metaOf('nothing', [{ ticks: 0, samples: 0 }], []), stacks: [], samples: [emptyRows()] };
}

const attacks = [
	'</script><script>document.title="owned"</script>', '<img src=x onerror=document.title="owned">', '"><svg onload=alert(1)>',
	'javascript:alert(1)', '&lt;b&gt;', '\u202egnp.exe', '\u2066x\u2069', '\u0007\u001b[31mred\u001b[0m', ']]>', '<!--', '-->',
	'${7*7}', '{{7*7}}', '\u2028\u2029', '__proto__', 'constructor', '\u0000nul', '\ufeffbom', '\u200bzero', '\u{e0041}tag',
	'$&$1', '<style>*{display:none}</style>', '<a href=javascript:alert(1)>x</a>', '\ufffd\ufffd', '\u05d0\u05d1 right to left',
	'(a+)+$', '\\', '\'"`',
];
const long_attacks = ['a'.repeat(9000), '<'.repeat(300), '('.repeat(2000)];

// Each name is of its own function; a hundred frames deep at most.
export function hostile(n = 10000) {
	const random = randomFrom(7);
	const stacks = [];
	const rows = emptyRows();
	const nameOf = (i) => {
		const [one, other] = [attacks[i % attacks.length], attacks[Math.floor(random() * attacks.length)]];
		// Letters that fonts have: others take a browser long to look for.
		const noise = String.fromCodePoint(...Array.from({ length: 4 }, () => 0xa0 + Math.floor(random() * 0x1e0)));
		return i < attacks.length ? one : `${i % 997 ? one : long_attacks[i % 3]}${noise}${other}${i}`;
	};
	for (let i = 0; i < n; i += 20)
		stacks.push(Array.from({ length: 20 }, (_, j) => ({ name: nameOf(i + j), dso: nameOf(i + j), file: nameOf(i + j), line: 1 })));
	stacks.forEach((_, i) => addRow(rows, { time: i, cpu: 1, stack: i, thread: i % 2, weight: 1 + i }));
	const threads = [{ recording: 0, pid: 1, tid: 1, name: attacks[0], process: attacks[1] },
		{ recording: 0, pid: 1, tid: 2, name: attacks[5], process: attacks[1] }];
	const meta = metaOf(attacks[0], [{ input: attacks[1], host: attacks[2], ticks: n, samples: stacks.length }], threads,
		[{ name: attacks[3] + attacks[0], unit: 'count' }, { name: attacks[5], unit: 'ns' }]);
	return { meta: { ...meta, notes: [attacks[0], attacks[7]] }, stacks, samples: [rows] };
}

// A million samples of 100,000 functions, in 40 threads and 200 seconds; stacks up to 300 deep. Most samples are of
// few stacks, and each thread has stacks of its own, as in programs.
export function large(n_samples = 1000000, n_functions = 100000) {
	const random = randomFrom(11);
	const frames = Array.from({ length: n_functions }, (_, i) => ({
		name: `namespace_${i % 97}::Class${i % 1009}<int, std::allocator<char>>::method_${i}(unsigned long, char const*)`,
		dso: i % 10 === 0 ? '[kernel.kallsyms]' : `/usr/lib/lib${i % 60}.so`, kind: i % 10 === 0 ? 1 : i % 31 === 0 ? 2 : 0,
		file: `src/file_${i % 500}.cc`, line: i % 3000, inlined: i % 7 === 0 ? 1 : 0,
	}));
	const stacks = [[frames[0]]];
	for (let i = 0; i < 200000; i++) {
		const base = stacks[Math.floor(random() * random() * stacks.length)];
		const stack = base.slice(0, 1 + Math.floor(random() * base.length));
		const more = i % 5000 === 0 ? 250 : 1 + Math.floor(random() * 4);
		for (let j = 0; j < more && stack.length < 300; j++)
			stack.push(frames[j ? Math.floor(random() * n_functions) : (i * 7) % n_functions]);
		stacks.push(stack);
	}
	const rows = emptyRows();
	const each = Math.floor(stacks.length / 40);
	for (let i = 0; i < n_samples; i++) {
		const thread = Math.floor(random() * random() * 40);
		const stack = Math.floor(random() ** 5 * each * 3) % each;
		addRow(rows, { time: i * 200 + Math.floor(random() * 8), thread, cpu: 1 + thread % 8, stack: thread * each + stack, weight: 1000000 });
	}
	const threads = Array.from({ length: 40 }, (_, t) =>
		({ recording: 0, pid: 500 + t % 4, tid: 500 + t, name: `worker ${t}`, process: `service${t % 4}` }));
	return {
		meta: metaOf('large', [{ ticks: n_samples * 200, samples: n_samples }], threads, [{ name: 'task-clock', unit: 'ns', of_clock: true }]),
		stacks, samples: [rows],
	};
}
