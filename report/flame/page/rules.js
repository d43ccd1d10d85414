// What the filters make of a frame. A filter is { verb, what, name }: hide, drop, focus or collapse; a function or
// a dso, by name. They become one number for each frame, a set of the bits below, which the growing tree looks at.

const rule_hide = 1; // The frame is left out; its callees are its caller's.
const rule_drop = 2; // Samples that it is in are left out.
const rule_focus = 4; // A stack begins at it.
const rule_collapse = 8; // One box stands for it and its neighbours of the same dso.

const rule_of_verb = { hide: rule_hide, drop: rule_drop, focus: rule_focus, collapse: rule_collapse };

// Which frames a filter is about: a byte for each.
function framesOfFilter(profile, { what, name }) {
	const { frames, functions, strings } = profile;
	const matches = new Uint8Array(frames.function.length);
	const text = what === 'dso' ? (f) => strings.text(functions.dso[f]) : profile.functionName;
	for (let frame = 0; frame < matches.length; frame++)
		matches[frame] = text(frames.function[frame]) === name ? 1 : 0;
	return matches;
}

// A rule for all but user code of the main programs.
function ruleForeign(profile, rules, rule) {
	const mine = new Set(mainDsos(profile));
	for (let frame = 0; frame < rules.length; frame++)
		if (!mine.has(profile.functions.dso[profile.frames.function[frame]]))
			rules[frame] |= rule;
}

// The dsos whose file has the name of a process; if there is none, those of the most functions of user code.
function mainDsos(profile) {
	const { functions, strings } = profile;
	const processes = new Set(profile.meta.threads.map(({ process }) => process));
	const counts = new Map();
	for (let f = 0; f < functions.dso.length; f++)
		if (functions.kind[f] !== 1)
			counts.set(functions.dso[f], (counts.get(functions.dso[f]) ?? 0) + 1);
	const dsos = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a));
	const named = dsos.filter((dso) => processes.has(fileOfPath(strings.text(dso)).slice(0, 15)) ||
		processes.has(fileOfPath(strings.text(dso))));
	return named.length ? named : dsos.slice(0, 1);
}

function rulesOf(profile, { filters, inlines, mine, recursion, libraries }) {
	const rules = new Uint8Array(profile.frames.function.length);
	const has_focus = filters.some(({ verb }) => verb === 'focus');
	for (const filter of filters) {
		const matches = framesOfFilter(profile, filter);
		for (let frame = 0; frame < rules.length; frame++)
			if (matches[frame])
				rules[frame] |= rule_of_verb[filter.verb];
	}
	if (mine)
		ruleForeign(profile, rules, rule_hide);
	if (libraries)
		ruleForeign(profile, rules, rule_collapse);
	if (!inlines)
		for (let frame = 0; frame < rules.length; frame++)
			rules[frame] |= profile.frames.inlined[frame] ? rule_hide : 0;
	return { rules, has_focus, recursion, folds: recursion || rules.some((rule) => rule & ~(rule_drop | rule_focus)) };
}
